import * as z from 'zod'
import { tryParseJson } from '#shared/try-parse-json.ts'

/** A failed request to Contentful. `message` is a sentence that says what is wrong and what to do. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  /** HTTP status; 0 without a response. */
  readonly status: number

  constructor(message: string, { status }: { readonly status: number }) {
    super(message)
    this.status = status
  }
}

/** A validation error of Contentful. `path` is for example `['fields', 'altText', 'en-US']`. */
const detailSchema = z.object({
  name: z.string().optional(),
  details: z.string().optional(),
  customMessage: z.string().optional(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
})

const bodySchema = z.object({
  status: z.coerce.number().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  message: z.string().catch(''),
  details: z
    .object({ errors: z.array(detailSchema).catch([]), reasons: z.array(z.string()).or(z.string()).catch([]) })
    .partial()
    .catch({}),
})

/** Status of errors that have an id of Contentful instead of a status. */
const STATUS_BY_ID: Readonly<Record<string, number>> = {
  AccessTokenInvalid: 401,
  AccessDenied: 403,
  NotFound: 404,
  Conflict: 409,
  VersionMismatch: 409,
  InvalidEntry: 422,
  UnprocessableEntity: 422,
  ValidationFailed: 422,
  UnresolvedLinks: 422,
  RateLimitExceeded: 429,
  ServerError: 500,
}

/** Matches messages of Contentful about the limits of a plan. */
const QUOTA_PATTERN = /limit|quota|maximum|usageExceeded/i

/**
 * Parses an error of the App SDK. Contentful’s client stores the response as JSON in the message of its error; the web app
 * passes the error on as an `Error`, or as an object with `code`.
 */
export function toRequestError(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  const outer = bodySchema.safeParse(
    error instanceof Error ? { ...error, message: error.message, name: error.name } : error,
  )
  const inner = bodySchema.safeParse(tryParseJson(outer.data?.message ?? ''))
  const body = inner.success ? { ...outer.data, ...inner.data } : outer.data
  const ids = [outer.data?.code, outer.data?.name, inner.data?.code, inner.data?.name]
  const responseStatus = body?.status ?? ids.flatMap((id) => STATUS_BY_ID[id ?? ''] ?? [])[0] ?? 0
  // An error with a status of success: the response is truncated.
  const status = responseStatus >= 400 ? responseStatus : 0
  return new RequestError(describeError(status, body?.message ?? '', body?.details), { status })
}

function describeError(status: number, message: string, details: z.output<typeof bodySchema>['details'] = {}): string {
  // A validation error has the message of the content model if that has one.
  const errors = (details.errors ?? []).map((error) =>
    [error.path?.[1], error.customMessage ?? error.details ?? error.name].filter(Boolean).join(': '),
  )
  // The message of a 422 says only that there are errors.
  const reason = [status === 422 && errors.length > 0 ? [] : message, details.reasons, ...errors]
    .flat()
    .filter(Boolean)
    .join('; ')
  const suffix = reason ? ` (${reason})` : ''
  if (status === 400 && /archived/i.test(reason))
    return 'This is archived: restore it in Contentful (Unarchive), then retry'
  if (status === 401) return 'Contentful has ended your session. Sign in again in another tab, then retry'
  if (status === 403 && QUOTA_PATTERN.test(reason))
    return `The space is full${suffix}. Delete what is not used, or ask an administrator for a larger plan, then retry`
  if (status === 403) return `You may not do this${suffix}. Ask an administrator of the space`
  if (status === 404) return 'This does not exist any more: somebody else has deleted it'
  if (status === 409) return 'Somebody else has changed this meanwhile'
  if (status === 413) return 'The file is too large for Contentful'
  if (status === 422) return `Contentful does not accept this${suffix}`
  if (status === 429) return 'Contentful limits the number of requests, and others use it up. Retry in a minute'
  if (status >= 500) return `Contentful has a problem of its own (${status}). Retry in a minute`
  if (status === 0) return `Contentful does not respond${suffix}. Check the connection, then retry`
  return `Contentful responded with ${status}${suffix}`
}

/** Whether a later attempt of the same request can succeed. */
export const isRetryable = ({ status }: RequestError): boolean => status === 0 || status === 429 || status >= 500

export const hasStatus = (error: unknown, status: number): error is RequestError =>
  error instanceof RequestError && error.status === status
