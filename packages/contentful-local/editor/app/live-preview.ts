import * as z from 'zod/mini'
import { collectLinks } from '#local/shared/links.ts'
import { type EditorField, getFieldValue } from './api/content-types.ts'
import { identifiedSchema } from './api/management-client.ts'
import type { EntityEditor } from './use-entity-editor.ts'

const objectSchema = z.record(z.string(), z.unknown())

type EditedEntry = Pick<EntityEditor, 'type' | 'editedFields'> & { readonly entity: z.output<typeof identifiedSchema> }

/** Applies the form to a GraphQL response. Links lead to what is in the response; others follow when the page fetches again. */
export function applyEdits(data: unknown, { entity, type, editedFields }: EditedEntry): unknown {
  const resources = new Map<string, unknown>()
  collectResources(data, resources)
  const fields = new Map(type.fields.map((field) => [field.items ? `${field.id}Collection` : field.id, field]))

  const applyField = (field: EditorField, previous: unknown): unknown => {
    const value = getFieldValue(editedFields, field.id)
    const links = collectLinks(value)
    const items = links.flatMap(({ sys }) => resources.get(sys.id) ?? [])
    if (field.items) {
      const { data: collection } = objectSchema.safeParse(previous)
      return collection ? { ...collection, items, ...('total' in collection && { total: links.length }) } : previous
    }
    if (value === undefined) return null
    return typeof value === 'object' ? (items[0] ?? previous) : value
  }
  const applyToValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(applyToValue)
    const { data: object } = objectSchema.safeParse(value)
    if (!object) return value
    const entries = Object.entries(object).map(([key, child]) => {
      const field = getId(object) === entity.sys.id ? fields.get(key) : undefined
      return [key, field ? applyField(field, child) : applyToValue(child)]
    })
    return Object.fromEntries(entries)
  }
  return applyToValue(data)
}

const getId = (value: unknown): string | undefined => identifiedSchema.safeParse(value).data?.sys.id

/** Collects the first object of each id. */
function collectResources(value: unknown, resources: Map<string, unknown>): void {
  const id = getId(value)
  if (id !== undefined && !resources.has(id)) resources.set(id, value)
  if (typeof value === 'object' && value !== null)
    for (const child of Object.values(value)) collectResources(child, resources)
}

/** Inspector attributes of a field. Those of assets have no `entryId`. */
const attributes = { entryId: z.optional(z.string()), fieldId: z.optional(z.string()) }
const taggedFieldSchema = z.object(attributes)
export type TaggedField = z.output<typeof taggedFieldSchema>

const taggedElementSchema = z.object({
  isHovered: z.boolean(),
  attributes: z.nullish(taggedFieldSchema),
  coordinates: z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() }),
})
export type TaggedElement = z.output<typeof taggedElementSchema>

const source = z.literal('live-preview-sdk')

/** A message of `@contentful/live-preview` in the framed page. */
export const livePreviewMessageSchema = z.discriminatedUnion('method', [
  z.object({ source, method: z.literal('CONNECTED') }),
  z.object({ source, method: z.literal('SUBSCRIBED'), id: z.string(), config: z.string() }),
  z.object({ source, method: z.literal('UNSUBSCRIBED'), id: z.string() }),
  z.object({ source, method: z.literal('TAGGED_FIELD_CLICKED'), ...attributes }),
  z.object({ source, method: z.literal('TAGGED_ELEMENTS'), elements: z.array(taggedElementSchema) }),
  z.object({ source, method: z.literal('SCROLL_START') }),
])
