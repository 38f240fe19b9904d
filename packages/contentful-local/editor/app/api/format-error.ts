import * as z from 'zod/mini'
import { loadedContentTypes } from './content-types.ts'
import { type ApiErrorDetail, ManagementApiError } from './management-client.ts'

/** Formats a number with a noun: `1 character`, `2 characters`. */
const formatCount = (count: unknown, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

interface Limits {
  readonly min?: unknown
  readonly max?: unknown
}

/** `at least 5`, `at most 20` or `from 5 to 20` */
function formatLimits({ min, max }: Limits, format: (limit: unknown) => string = String): string {
  if (min == null) return `at most ${format(max)}`
  return max == null ? `at least ${format(min)}` : `from ${format(min)} to ${format(max)}`
}

const formatBytes = (size: unknown) =>
  Number(size) < 1_000_000 ? `${Math.ceil(Number(size) / 1_000)} kB` : `${Math.floor(Number(size) / 100_000) / 10} MB`

/** Says which limit the size of a value breaks, and the size. */
function formatSize({ value, min, max }: ApiErrorDetail): string {
  const noun = typeof value === 'string' ? 'character' : 'item'
  if (typeof value !== 'string' && !Array.isArray(value)) return `The size must be ${formatLimits({ min, max })}.`
  const { length } = value
  if (length === 0) return 'This must not be empty.'
  const limit =
    min != null && length < Number(min) ? `At least ${formatCount(min, noun)}` : `At most ${formatCount(max, noun)}`
  return `${limit}: it has ${length}.`
}

const formatPicture = ({ width, height }: ApiErrorDetail) =>
  width ? `${formatLimits(width)} px wide` : `${formatLimits(height ?? {})} px high`

const formatList = (values: unknown) => [values].flat().join(', ')

const getTypeName = (id: unknown) => loadedContentTypes.get(String(id))?.name ?? id

/** What the value of a field must be. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  Integer: 'a whole number',
  Number: 'a number',
  Date: 'a date, as in 2026-12-31',
  Symbol: 'a text',
  Text: 'a text',
}

/** A sentence for each error of the management API that editors can cause. */
const SENTENCES: Readonly<Record<string, (detail: ApiErrorDetail) => string>> = {
  required: () => 'This must not be empty.',
  notResolvable: () => 'What is linked here is not there any more.',
  unknown: () => 'The content type does not have this field any more.',
  unique: () => 'Another published entry has the same value.',
  type: ({ type }) => `This must be ${TYPE_NAMES[String(type)] ?? `a value of the type ${type}`}.`,
  size: formatSize,
  range: ({ value, ...limits }) => `This must be ${formatLimits(limits)}: it is ${value}.`,
  dateRange: ({ min, max }) =>
    `This must be ${[min && `not before ${min}`, max && `not after ${max}`].filter(Boolean).join(' and ')}.`,
  in: ({ expected }) => `This must be one of: ${formatList(expected)}.`,
  regexp: ({ details }) => `This does not have the form of the pattern ${details?.replace(/^.*?(?=\/)/, '')}`,
  prohibitRegexp: ({ details }) => `This must not have the form of the pattern ${details?.replace(/^.*?(?=\/)/, '')}`,
  linkContentType: ({ contentTypeId }) =>
    `This must be an entry of the type ${[contentTypeId].flat().map(getTypeName).join(' or ')}.`,
  linkMimetypeGroup: ({ mimetypeGroupName }) =>
    `This must be a file of another kind: ${formatList(mimetypeGroupName)}.`,
  assetFileSize: (limits) => `The file must have ${formatLimits(limits, formatBytes)}.`,
  assetImageDimensions: (detail) => `The picture must be ${formatPicture(detail)}.`,
}

/** Formats an error detail, with the message of the content model if it has one. */
export function formatErrorDetail(detail: ApiErrorDetail): string {
  const { name, path, details, customMessage } = detail
  const index = path?.[3]
  const prefix = typeof index === 'number' ? `Place ${index + 1}: ` : ''
  const sentence = Object.hasOwn(SENTENCES, name) ? SENTENCES[name]?.(detail) : undefined
  return `${prefix}${customMessage ?? sentence ?? details ?? name}`
}

/** Formats an error, with each of its details in a line. */
export function formatError(error: unknown): string {
  if (error instanceof ManagementApiError && error.details.length > 0)
    return error.details.map(formatErrorDetail).join('\n')
  if (error instanceof z.core.$ZodError) return `The response is not as expected: ${z.prettifyError(error)}`
  return error instanceof Error ? error.message : String(error)
}
