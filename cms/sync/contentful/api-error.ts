import * as z from 'zod'
import { UnexpectedResponseError } from './response-handler.ts'
import { tryParseJson } from './try-parse-json.ts'

/** What went wrong with a request, without the request: that holds the token. */
export interface ApiErrorInfo {
  /** HTTP; 0 where no answer came. */
  readonly status: number
  /** On one line, without control characters: a terminal obeys none of it. */
  readonly message: string
  /** No answer of Contentful came, however often it was tried. */
  readonly isUnreachable: boolean
  /** It was answered, and the answer broke off: the request may have taken effect. */
  readonly isTruncated: boolean
}

/** The SDK writes what Contentful answered into the message of its error, as JSON. */
const answer = z.object({
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
const detail = z.object({
  name: z.string().optional(),
  details: z.string().optional(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  link: z.object({ linkType: z.string(), id: z.string() }).optional(),
})

/** Reads an error of the SDK. Takes nothing from it but what is named here. */
export function parseApiError(error: unknown): ApiErrorInfo {
  if (!(error instanceof Error)) return unknown('failed for an unknown reason', false)
  const { success, data } = answer.safeParse(tryParseJson(error.message))
  if (!success) return unknown(oneLine(error.message || error.name), isUnanswered(error))
  const details = data.details.errors.map(detailText).filter(Boolean)
  const text = [data.message || error.name, data.details.reasons ?? [], details].flat(2).join('; ')
  const isTruncated = data.status >= 200 && data.status < 300
  const message = isTruncated ? 'its answer broke off' : oneLine(text)
  return { status: data.status, message, isUnreachable: isTruncated, isTruncated }
}

const unknown = (message: string, isUnreachable: boolean) => ({ status: 0, message, isUnreachable, isTruncated: false })

function detailText(given: unknown): string {
  const { success, data } = detail.safeParse(given)
  if (!success) return ''
  const what = data.link ? `${data.link.linkType} ${data.link.id}` : data.details
  const words = [data.path?.join('.'), data.name, what]
  return words.filter(Boolean).join(' ')
}

/** The SDK passes the error of its http client on only when there was no answer that it could read. */
const isUnanswered = (error: Error) =>
  error instanceof UnexpectedResponseError || ('isAxiosError' in error && error.isAxiosError === true)

const oneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
