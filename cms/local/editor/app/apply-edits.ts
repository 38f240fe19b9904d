import * as z from 'zod/mini'
import {
  type EditorContentType,
  type EditorField,
  getFieldValue,
  type ItemFields,
  parseItemLink,
  parseItemLinks,
} from './api-schemas.ts'

const objectSchema = z.record(z.string(), z.unknown())
const resourceSchema = z.object({ sys: z.object({ id: z.string() }) })

/** An entry with the values of the form. */
interface EditedEntry {
  readonly id: string
  readonly type: EditorContentType
  readonly fields: ItemFields
}

/**
 * Applies the values of the form to a GraphQL response. Linked entries and assets are found in the response by id; one that
 * is not in the response is added when the page fetches again.
 */
export function applyEdits(data: unknown, { id, type, fields }: EditedEntry): unknown {
  const resources = new Map<string, unknown>()
  collectResources(data, resources)

  const applyField = (field: EditorField, previous: unknown): unknown => {
    const value = getFieldValue(fields, field.id)
    if (field.items) return applyLinks(previous, value)
    if (value === undefined) return null
    const link = parseItemLink(value)
    if (link) return resources.get(link.sys.id) ?? previous
    return typeof value === 'object' ? previous : value
  }
  const applyLinks = (previous: unknown, value: unknown): unknown => {
    const { success, data: collection } = objectSchema.safeParse(previous)
    if (!success) return previous
    const links = parseItemLinks(value)
    const items = links.flatMap(({ sys }) => resources.get(sys.id) ?? [])
    return { ...collection, items, ...('total' in collection && { total: links.length }) }
  }
  const applyToValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(applyToValue)
    const { success, data: object } = objectSchema.safeParse(value)
    if (!success) return value
    const findField = (key: string) =>
      getId(object) === id
        ? type.fields.find((field) => key === (field.items ? `${field.id}Collection` : field.id))
        : undefined
    const entries = Object.entries(object).map(([key, child]) => {
      const field = findField(key)
      return [key, field ? applyField(field, child) : applyToValue(child)]
    })
    return Object.fromEntries(entries)
  }
  return applyToValue(data)
}

const getId = (value: unknown): string | undefined => resourceSchema.safeParse(value).data?.sys.id

/** Collects the first object of each id. */
function collectResources(value: unknown, resources: Map<string, unknown>): void {
  const id = getId(value)
  if (id !== undefined && !resources.has(id)) resources.set(id, value)
  if (typeof value === 'object' && value !== null)
    for (const child of Object.values(value)) collectResources(child, resources)
}
