import * as z from 'zod'
import { tryParseJson } from '#shared/try-parse-json.ts'
import { UserError } from '#shared/user-error.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { createManagementAccessError, type ManagementConnection } from './space-connections.ts'

/** An error of a request, without the request itself, which contains the token. */
export interface ApiErrorInfo {
  /** HTTP status; 0 if there was no response. */
  readonly status: number
  /** One line without control characters, safe to print in a terminal. */
  readonly message: string
  /** No valid response of Contentful arrived, after all retries. */
  readonly isUnreachable: boolean
  /** The response was truncated: the request may have taken effect. */
  readonly isTruncated: boolean
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

/** Parses an error of the SDK. Copies only known properties: others can contain the token. */
export function parseApiError(error: unknown): ApiErrorInfo {
  if (!(error instanceof Error)) return createUnknownError('failed for an unknown reason', false)
  const { success, data } = errorBodySchema.safeParse(tryParseJson(error.message))
  if (!success) return createUnknownError(toSingleLine(error.message || error.name), isWithoutResponse(error))
  const details = data.details.errors.map(formatErrorDetail).filter(Boolean)
  const text = [data.message || error.name, data.details.reasons ?? [], details].flat(2).join('; ')
  const isTruncated = data.status >= 200 && data.status < 300
  const message = isTruncated ? 'the response was truncated' : toSingleLine(text)
  return { status: data.status, message, isUnreachable: isTruncated, isTruncated }
}

const createUnknownError = (message: string, isUnreachable: boolean) => ({
  status: 0,
  message,
  isUnreachable,
  isTruncated: false,
})

function formatErrorDetail(detail: unknown): string {
  const { success, data } = errorDetailSchema.safeParse(detail)
  if (!success) return ''
  const what = data.link ? `${data.link.linkType} ${data.link.id}` : data.details
  const words = [data.path?.join('.'), data.name, what]
  return words.filter(Boolean).join(' ')
}

/** The SDK rethrows the error of its HTTP client only if there was no readable response. */
const isWithoutResponse = (error: Error) =>
  error instanceof UnexpectedResponseError || ('isAxiosError' in error && error.isAxiosError === true)

const toSingleLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** Whether a limit of the plan is reached. Contentful’s messages about limits are matched. */
export const isQuotaError = ({ status, message }: ApiErrorInfo): boolean =>
  status === 403 && /limit|quota|maximum|usageExceeded/i.test(message)

/**
 * Returns a `UserError` if every further request would fail in the same way; `null` otherwise. A 404 is fatal only while
 * reading.
 */
export function toFatalError(
  error: unknown,
  connection: ManagementConnection,
  phase: 'reading' | 'writing',
): UserError | null {
  if (error instanceof UserError) return error
  const info = parseApiError(error)
  const { status, message, isUnreachable } = info
  if (isUnreachable)
    return new UserError(
      `${connection.host} ${error instanceof UnexpectedResponseError ? 'returned an unexpected response' : 'does not respond'} (${message}): check the network and run this again, it continues where it stopped`,
    )
  if (isQuotaError(info))
    return new UserError(
      `${connection.host} reports that the space is full (${message}): delete what is not used there, or choose a larger plan, and run this again`,
    )
  if (status === 401 || status === 403 || (status === 404 && phase === 'reading'))
    return createManagementAccessError(connection, status, message)
  // The client has already retried the request, and the other requests would fail too.
  if (status === 429 || status >= 500 || (status > 0 && phase === 'reading'))
    return new UserError(
      `${connection.host} responded with ${status} (${message}): run this again later, it continues where it stopped`,
    )
  return null
}

/** A response as both official clients pass it to `responseLogger`. Their errors contain it as `response`. */
const responseSchema = z.object({
  status: z.number(),
  headers: z.looseObject({}),
  data: z.unknown(),
})
const NO_CONTENT = 204
const failedRequestSchema = z.object({ response: responseSchema })
const resetSchema = z.coerce.number().min(0)

/** Seconds. Contentful also has a limit per hour: a longer wait ends the command. */
const MAX_RATE_LIMIT_WAIT = 120

/** ms. The command ends if for so long every response is a 429: another client uses up the rate limit of the space. */
const MAX_RATE_LIMITED_MS = 10 * 60_000

/** A response that is not Contentful’s: a proxy’s page, or an empty body. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError'
}

const createRateLimitError = (seconds: number) =>
  new UserError(
    `The rate limit of the space is reached for ${Math.ceil(seconds / 60)} min: run this again then, it continues where it stopped`,
  )

const createPersistentRateLimitError = () =>
  new UserError(
    `The rate limit of the space has been reached for ${MAX_RATE_LIMITED_MS / 60_000} min without a break: another program uses it up. Stop that one and run this again, it continues where it stopped`,
  )

/**
 * Creates a `responseLogger` for the official clients. After a 429 it pauses the rate limiter until the reset, however
 * often that happens to one request. It throws `UserError` if the reset is too far away or no other response arrives for
 * ten minutes, and `UnexpectedResponseError` if the body is not JSON.
 */
export function createResponseHandler(limiter: RateLimiter): (loggedResponse: unknown) => void {
  /** The time of the first 429 since the last other response, in ms. */
  let limitedSince: number | undefined

  function handleRateLimit(failedRequest: unknown, resetSeconds: number): void {
    limitedSince ??= performance.now()
    if (resetSeconds > MAX_RATE_LIMIT_WAIT) throw createRateLimitError(resetSeconds)
    if (performance.now() - limitedSince > MAX_RATE_LIMITED_MS) throw createPersistentRateLimitError()
    limiter.pauseFor(resetSeconds)
    resetAttempts(failedRequest)
  }

  return (loggedResponse) => {
    const failedResponse = failedRequestSchema.safeParse(loggedResponse).data?.response
    if (failedResponse) {
      const reset = resetSchema.safeParse(failedResponse.headers['x-contentful-ratelimit-reset'])
      if (failedResponse.status === 429 && reset.success) return handleRateLimit(loggedResponse, reset.data)
      limitedSince = undefined
      return
    }
    limitedSince = undefined
    const response = responseSchema.safeParse(loggedResponse).data
    if (response && !response.data && response.status !== NO_CONTENT)
      throw new UnexpectedResponseError('its response is empty')
    if (typeof response?.data === 'string' && response.data !== '')
      throw new UnexpectedResponseError(
        `its response is not JSON, but ${response.headers['content-type'] ?? 'of an unknown type'}`,
      )
  }
}

/**
 * The clients give up after five retries and count them in the request’s configuration (contentful-sdk-core,
 * rate-limit.js). A 429 whose reset was awaited does not count: many requests share the limit, so that one of them can be
 * rejected more often.
 */
function resetAttempts(failedRequest: unknown): void {
  if (typeof failedRequest !== 'object' || failedRequest === null || !('config' in failedRequest)) return
  const { config } = failedRequest
  if (typeof config === 'object' && config !== null) Object.assign(config, { attempts: 0 })
}
