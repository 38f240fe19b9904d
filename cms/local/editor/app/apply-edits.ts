import * as z from 'zod/mini'
import {
  type EditorContentType,
  type EditorField,
  getFieldValue,
  type ItemFields,
  parseItemLink,
  parseItemLinks,
} from './api-schemas.ts'

const object = z.record(z.string(), z.unknown())
const identified = z.object({ sys: z.object({ id: z.string() }) })

/** An entry as it stands in the form. */
interface Edited {
  readonly id: string
  readonly type: EditorContentType
  readonly fields: ItemFields
}

/**
 * The answer of a GraphQL query as it would be with what stands in the form: texts, numbers and yes or no as they are,
 * lists in their order. A linked entry or picture that the answer does not have comes with the page's next question.
 */
export function applyEdits(data: unknown, { id, type, fields }: Edited): unknown {
  const known = new Map<string, unknown>()
  collect(data, known)

  const edited = (field: EditorField, before: unknown): unknown => {
    const value = getFieldValue(fields, field.id)
    if (field.items) return collection(before, value)
    if (value === undefined) return null
    const link = parseItemLink(value)
    if (link) return known.get(link.sys.id) ?? before
    return typeof value === 'object' ? before : value
  }
  const collection = (before: unknown, value: unknown): unknown => {
    const { success, data: held } = object.safeParse(before)
    if (!success) return before
    const links = parseItemLinks(value)
    const items = links.flatMap(({ sys }) => known.get(sys.id) ?? [])
    return { ...held, items, ...('total' in held && { total: links.length }) }
  }
  const changed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(changed)
    const { success, data: held } = object.safeParse(value)
    if (!success) return value
    const fieldAt = (key: string) =>
      idOf(held) === id
        ? type.fields.find((each) => key === (each.items ? `${each.id}Collection` : each.id))
        : undefined
    const entries = Object.entries(held).map(([key, inside]) => {
      const field = fieldAt(key)
      return [key, field ? edited(field, inside) : changed(inside)]
    })
    return Object.fromEntries(entries)
  }
  return changed(data)
}

const idOf = (value: unknown): string | undefined => identified.safeParse(value).data?.sys.id

/** The first object of each id. */
function collect(value: unknown, known: Map<string, unknown>): void {
  const id = idOf(value)
  if (id !== undefined && !known.has(id)) known.set(id, value)
  if (typeof value === 'object' && value !== null) for (const inside of Object.values(value)) collect(inside, known)
}
