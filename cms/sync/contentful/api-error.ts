import * as z from 'zod'
import { tryParseJson } from '#shared/try-parse-json.ts'
import { UserError } from '#shared/user-error.ts'
import { createAccessError, type SpaceConnection } from './space-connections.ts'

/** An error of a request, without the request itself, which contains the token. */
export interface ApiErrorInfo {
  /** HTTP status; 0 if there was no complete response. */
  readonly status: number
  /** One line without control characters, safe to print in a terminal. */
  readonly message: string
  /** No complete response arrived, after all retries. */
  readonly isUnreachable: boolean
}

/** The SDK stores Contentful’s response as JSON in the message of its error. */
const errorBodySchema = z.object({
  status: z.number(),
  message: z.string().catch(''),
  details: z
    .object({
      errors: z.array(z.unknown()).catch([]),
      reasons: z
        .union([z.string(), z.array(z.string())])
        .optional()
        .catch(undefined),
    })
    .catch({ errors: [] }),
})

/** One of `details.errors` (docs/contentful.md, REST). */
const errorDetailSchema = z.object({
  name: z.string().optional(),
  details: z.string().optional(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  link: z.object({ linkType: z.string(), id: z.string() }).optional(),
})

/** Parses an error of the official clients. Copies only known properties: others can contain the token. */
export function parseApiError(error: unknown): ApiErrorInfo {
  if (!(error instanceof Error)) return { status: 0, message: 'failed for an unknown reason', isUnreachable: false }
  const { success, data } = errorBodySchema.safeParse(tryParseJson(error.message))
  // The SDK rethrows the error of its HTTP client only if there was no readable response.
  if (!success)
    return {
      status: 0,
      message: toSingleLine(error.message || error.name),
      isUnreachable: 'isAxiosError' in error && error.isAxiosError === true,
    }
  // The connection was lost within the body of a success.
  if (data.status < 300) return { status: 0, message: 'the response was truncated', isUnreachable: true }
  const details = data.details.errors.map(formatErrorDetail).filter(Boolean)
  const text = [data.message || error.name, data.details.reasons ?? [], details].flat(2).join('; ')
  return { status: data.status, message: toSingleLine(text), isUnreachable: false }
}

function formatErrorDetail(detail: unknown): string {
  const { success, data } = errorDetailSchema.safeParse(detail)
  if (!success) return ''
  const what = data.link ? `${data.link.linkType} ${data.link.id}` : data.details
  // The name of an error can be that of the field.
  return [...new Set([data.path?.join('.'), data.name, what])].filter(Boolean).join(' ')
}

const toSingleLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** Returns `undefined` for a 404 response. Throws every other error again. */
export function ignoreNotFound(error: unknown): undefined {
  if (parseApiError(error).status !== 404) throw error
}

/** Whether a limit of the plan is reached. Contentful’s messages about limits are matched. */
export const isQuotaError = ({ status, message }: ApiErrorInfo): boolean =>
  status === 403 && /limit|quota|maximum|usageExceeded/i.test(message)

/** What a command does with the space. */
export type Operation = 'reading' | 'writing'

/**
 * Returns a `UserError` if every further request would fail in the same way; `null` otherwise. A 404 is fatal only while
 * reading. The official client has already retried the request.
 */
export function toFatalError(error: unknown, connection: SpaceConnection, operation: Operation): UserError | null {
  if (error instanceof UserError) return error
  const info = parseApiError(error)
  const { status, message, isUnreachable } = info
  const { host } = connection
  if (isUnreachable) return new UserError(`${host} does not respond (${message}): check the network and run this again`)
  if (isQuotaError(info))
    return new UserError(
      `${host} reports that the space is full (${message}): delete what is not used there, or choose a larger plan, and run this again`,
    )
  if (status === 401 || status === 403 || (status === 404 && operation === 'reading'))
    return createAccessError(connection, status, message)
  if (status === 429 || status >= 500 || (status > 0 && operation === 'reading'))
    return new UserError(`${host} responded with ${status} (${message}): wait a minute and run this again`)
  return null
}

/** Creates the error for a response that is not one of Contentful, such as the login page of a network. */
export const createUnexpectedResponseError = ({ host }: SpaceConnection): UserError =>
  new UserError(`${host} returned an unexpected response: check the network and run this again`)
