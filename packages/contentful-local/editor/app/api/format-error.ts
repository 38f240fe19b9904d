import * as z from 'zod/mini'
import { loadedContentTypes } from './content-types.ts'
import { type ApiErrorDetail, ManagementApiError } from './management-client.ts'

const EMPTY = 'This must not be empty.'

/** `at least 5`, `at most 20` or `from 5 to 20` */
function formatLimits(limits: unknown, format: (limit: unknown) => string = String): string {
  const { min, max }: { readonly min?: unknown; readonly max?: unknown } = Object(limits)
  if (min == null) return `at most ${format(max)}`
  return max == null ? `at least ${format(min)}` : `from ${format(min)} to ${format(max)}`
}

const formatBytes = (size: unknown) =>
  Number(size) < 1_000_000 ? `${Math.ceil(Number(size) / 1_000)} kB` : `${Math.floor(Number(size) / 100_000) / 10} MB`

/** Says which limit the length of a text or a list breaks, and the length. */
function formatSize({ value, min, max }: ApiErrorDetail): string | undefined {
  if (typeof value !== 'string' && !Array.isArray(value)) return undefined
  const { length } = value
  if (length === 0) return EMPTY
  const [limit, name] = length < Number(min ?? 0) ? [min, 'least'] : [max, 'most']
  return `At ${name} ${limit} ${typeof value === 'string' ? 'character' : 'item'}${limit === 1 ? '' : 's'}: it has ${length}.`
}

const formatList = (values: unknown) => [values].flat().join(', ')

const getTypeName = (id: unknown) => loadedContentTypes.get(String(id))?.name ?? id

/** The values of fields into which editors can type something else. */
const TYPE_NAMES: Readonly<Record<string, string>> = { Integer: 'a whole number', Date: 'a date, as in 2026-12-31' }

/** A sentence for each error of the management API that editors can cause. */
const SENTENCES: Readonly<Record<string, (detail: ApiErrorDetail) => string | undefined>> = {
  required: () => EMPTY,
  notResolvable: () => 'What is linked here is not there any more.',
  unknown: () => 'The content type does not have this field any more.',
  unique: () => 'Another published entry has the same value.',
  type: ({ type }) => `This must be ${TYPE_NAMES[String(type)] ?? `a value of the type ${type}`}.`,
  size: formatSize,
  range: (detail) => `This must be ${formatLimits(detail)}: it is ${detail.value}.`,
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
  assetImageDimensions: ({ width, height }) =>
    `The picture must be ${formatLimits(width ?? height)} px ${width ? 'wide' : 'high'}.`,
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
