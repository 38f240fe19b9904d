import * as z from 'zod/mini'
import { currentPage } from './editor-url.ts'

const token = document.querySelector('meta[name="management-token"]')?.getAttribute('content') ?? ''

const errorDetailSchema = z.looseObject({
  name: z.string(),
  path: z.optional(z.array(z.union([z.string(), z.number()]))),
  details: z.optional(z.string()),
  customMessage: z.optional(z.string()),
})
export type ApiErrorDetail = z.output<typeof errorDetailSchema>

const errorBodySchema = z.object({
  message: z.string(),
  details: z.optional(z.looseObject({ errors: z.optional(z.array(errorDetailSchema)) })),
})

/** An error response of the management API; status 0 if there was no response. */
export class ManagementApiError extends Error {
  readonly status: number
  readonly details: readonly ApiErrorDetail[]

  constructor(status: number, message: string, details: readonly ApiErrorDetail[] = []) {
    super(message)
    this.status = status
    this.details = details
  }
}

interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly body?: object
  /** The version to change. The API rejects other versions. */
  readonly version?: number
  readonly contentType?: string
}

/** Sends a request to a path below the environment. Throws `ManagementApiError`. */
export const requestInEnvironment = <Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
  request: Request = {},
) => requestManagementApi(`${currentPage.environmentPath}/${path}`, schema, request)

/** Sends a request to any path of the management API. Throws `ManagementApiError`. */
export async function requestManagementApi<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
  { method = 'GET', body, version, contentType }: Request = {},
): Promise<z.output<Schema>> {
  const isFile = body instanceof Blob
  const response = await fetch(path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': isFile ? 'application/octet-stream' : CONTENT_TYPE }),
      ...(version !== undefined && { 'x-contentful-version': String(version) }),
      ...(contentType !== undefined && { 'x-contentful-content-type': contentType }),
    },
    ...(body && { body: isFile ? body : JSON.stringify(body) }),
  }).catch(() => {
    throw new ManagementApiError(0, 'The local Contentful does not respond. Is it running?')
  })
  const responseBody: unknown = response.status === 204 ? null : await response.json().catch(() => null)
  if (response.ok) return schema.parse(responseBody)
  const { data } = errorBodySchema.safeParse(responseBody)
  throw new ManagementApiError(
    response.status,
    data?.message ?? `The local Contentful responded with ${response.status}`,
    data?.details?.errors,
  )
}

const CONTENT_TYPE = 'application/vnd.contentful.management.v1+json'
