import * as z from 'zod'
import { parsedJson } from './parsed-json.ts'

/** What went wrong with a request, without the request: that holds the token. */
export interface ContentfulProblem {
  /** HTTP; 0 where no answer came. */
  readonly status: number
  /** On one line. */
  readonly message: string
  /** No answer came, however often it was tried. */
  readonly unreachable: boolean
}

/** The SDK writes what Contentful answered into the message of its error, as JSON. */
const answer = z.object({
  status: z.number(),
  message: z.string(),
  details: z.object({ errors: z.array(z.unknown()).catch([]) }).catch({ errors: [] }),
})

/** One of `details.errors` (contentful.md, REST). */
const detail = z.object({
  name: z.string().optional(),
  details: z.string().optional(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  link: z.object({ linkType: z.string(), id: z.string() }).optional(),
})

/** Reads an error of the SDK. Takes nothing from it but what is named here. */
export function problemOf(error: unknown): ContentfulProblem {
  if (!(error instanceof Error)) return { status: 0, message: 'failed for an unknown reason', unreachable: false }
  const { success, data } = answer.safeParse(parsedJson(error.message))
  if (!success) return { status: 0, message: oneLine(error.message || error.name), unreachable: isUnanswered(error) }
  const details = data.details.errors.map(detailText).filter(Boolean)
  const text = [data.message || error.name, ...details].join('; ')
  return { status: data.status, message: oneLine(text), unreachable: false }
}

function detailText(given: unknown): string {
  const { success, data } = detail.safeParse(given)
  if (!success) return ''
  const what = data.link ? `${data.link.linkType} ${data.link.id}` : data.details
  const words = [data.path?.join('.'), data.name, what]
  return words.filter(Boolean).join(' ')
}

/** The SDK passes the error of its http client on only when there was no answer that it could read. */
const isUnanswered = (error: Error) => 'isAxiosError' in error && error.isAxiosError === true

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
