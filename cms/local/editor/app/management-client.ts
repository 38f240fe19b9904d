import * as z from 'zod/mini'
import { currentPage } from './editor-url.ts'

const token = document.querySelector('meta[name="management-token"]')?.getAttribute('content') ?? ''

const flaw = z.looseObject({
  name: z.string(),
  path: z.optional(z.array(z.union([z.string(), z.number()]))),
  details: z.optional(z.string()),
  customMessage: z.optional(z.string()),
})
export type ApiErrorDetail = z.output<typeof flaw>

const refusal = z.object({
  message: z.string(),
  details: z.optional(z.looseObject({ errors: z.optional(z.array(flaw)) })),
})

/** What Contentful did not do, and why. */
export class ManagementApiError extends Error {
  readonly status: number
  readonly details: readonly ApiErrorDetail[]

  constructor(status: number, message: string, flaws: readonly ApiErrorDetail[] = []) {
    super(message)
    this.status = status
    this.details = flaws
  }
}

interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly body?: object
  /** The version that this changes: another one is refused. */
  readonly version?: number
  readonly contentType?: string
}

/** Asks the management API, at a path below the environment. Throws a `Refusal`. */
export const requestInEnvironment = <Shape extends z.ZodMiniType>(path: string, shape: Shape, request: Request = {}) =>
  requestManagementApi(`${currentPage.environmentPath}/${path}`, shape, request)

/** The same at any path. */
export async function requestManagementApi<Shape extends z.ZodMiniType>(
  path: string,
  shape: Shape,
  { method = 'GET', body, version, contentType }: Request = {},
): Promise<z.output<Shape>> {
  const isFile = body instanceof Blob
  const response = await fetch(path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': isFile ? 'application/octet-stream' : TYPE }),
      ...(version !== undefined && { 'x-contentful-version': String(version) }),
      ...(contentType !== undefined && { 'x-contentful-content-type': contentType }),
    },
    ...(body && { body: isFile ? body : JSON.stringify(body) }),
  }).catch(() => {
    throw new ManagementApiError(0, 'The local Contentful does not answer. Is it running?')
  })
  const answer: unknown = response.status === 204 ? null : await response.json().catch(() => null)
  if (response.ok) return shape.parse(answer)
  const { data } = refusal.safeParse(answer)
  throw new ManagementApiError(
    response.status,
    data?.message ?? `The local Contentful answered ${response.status}`,
    data?.details?.errors,
  )
}

const TYPE = 'application/vnd.contentful.management.v1+json'
