import { RestError } from '#local/http/rest-error.ts'
import type { ListSchema } from './list-schema.ts'
import { createInvalidParameterError } from './query-parameters.ts'

/** Properties that `select` accepts, beside those that can be filtered by. */
const SELECTABLE = [
  ...['sys', 'fields', 'metadata', 'metadata.tags', 'metadata.concepts'],
  ...['space', 'environment', 'contentType', 'locale', 'createdBy', 'updatedBy', 'publishedBy', 'urn'].map(
    (name) => `sys.${name}`,
  ),
]

/** The properties of an item that a request selects. */
interface SelectedProperties {
  readonly sys?: object
  readonly fields?: Readonly<Record<string, unknown>>
  readonly metadata?: object
}

/**
 * Parses the parameter `select`, for example `sys.id,fields.title`, into a function that keeps these properties. Throws
 * `InvalidQuery` for an unknown property, and `BadRequest` for a field in a request without `content_type`.
 */
export function parseSelect(text: string | undefined, schema: ListSchema): (item: object) => SelectedProperties {
  if (text === undefined) return (item) => item
  const paths = text.split(',').map((path) => path.trim())
  for (const path of paths) expectSelectable(path, schema)
  return (item) =>
    Object.fromEntries(
      Object.entries(item).flatMap(([root, part]) => {
        if (paths.includes(root)) return [[root, part]]
        const selected = Object.entries(part ?? {}).filter(([name]) => paths.includes(`${root}.${name}`))
        return paths.some((path) => path.startsWith(`${root}.`)) ? [[root, Object.fromEntries(selected)]] : []
      }),
    )
}

function expectSelectable(path: string, { valueKinds, explainMissing }: ListSchema): void {
  const isField = /^fields\.[^.]+$/.test(path)
  if (SELECTABLE.includes(path) || ((isField || path.startsWith('sys.')) && valueKinds.has(path))) return
  const hasContentType = valueKinds.keys().some((known) => known.startsWith('fields.'))
  const reason = explainMissing?.(path) ?? `cannot be "${path}"`
  if (isField && !hasContentType) throw new RestError('BadRequest', `The query parameter "select" ${reason}`)
  throw createInvalidParameterError('select', reason)
}
