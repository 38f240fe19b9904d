import * as z from 'zod/mini'
import { DEFAULT_LOCALE } from '#local/constants.ts'

/** Field values of the management API, by field id and locale. */
const fieldsSchema = z.record(z.string(), z.record(z.string(), z.unknown()))
export type ItemFields = z.output<typeof fieldsSchema>

/** An entry or an asset. */
export const itemSchema = z.object({
  sys: z.looseObject({
    id: z.string(),
    type: z.enum(['Entry', 'Asset']),
    version: z.number(),
    updatedAt: z.string(),
    publishedVersion: z.optional(z.number()),
    archivedVersion: z.optional(z.number()),
    contentType: z.optional(z.object({ sys: z.object({ id: z.string() }) })),
  }),
  metadata: z.unknown(),
  fields: fieldsSchema,
})
export type ContentItem = z.output<typeof itemSchema>

/** Creates the schema of one page of a list. */
export const createPageSchema = <Schema extends z.ZodMiniType>(itemSchema: Schema) =>
  z.object({ total: z.number(), items: z.array(itemSchema) })

const limitsSchema = z.object({ min: z.nullish(z.number()), max: z.nullish(z.number()) })
const validationsSchema = z.optional(
  z.array(
    z.looseObject({
      size: z.optional(limitsSchema),
      range: z.optional(limitsSchema),
      in: z.optional(z.array(z.union([z.string(), z.number()]))),
      regexp: z.optional(z.object({ pattern: z.string() })),
      unique: z.optional(z.boolean()),
      linkMimetypeGroup: z.optional(z.union([z.string(), z.array(z.string())])),
      assetFileSize: z.optional(limitsSchema),
      message: z.nullish(z.string()),
    }),
  ),
)
const fieldSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  linkType: z.optional(z.string()),
  required: z.optional(z.boolean()),
  omitted: z.optional(z.boolean()),
  validations: validationsSchema,
  items: z.optional(
    z.looseObject({ type: z.string(), linkType: z.optional(z.string()), validations: validationsSchema }),
  ),
})
export type EditorField = z.output<typeof fieldSchema>

/** A content type. */
export const contentTypeSchema = z.looseObject({
  sys: z.looseObject({ id: z.string() }),
  name: z.string(),
  displayField: z.nullish(z.string()),
  fields: z.array(fieldSchema),
})
export type EditorContentType = z.output<typeof contentTypeSchema>
export type ContentTypes = ReadonlyMap<string, EditorContentType>

/** The editor interface of a content type, with help texts. */
export const editorInterfaceSchema = z.object({
  controls: z.optional(
    z.array(z.object({ fieldId: z.string(), settings: z.optional(z.object({ helpText: z.optional(z.string()) })) })),
  ),
})

/** The processed file of an asset. */
export const itemFileSchema = z.object({
  url: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  details: z.object({
    size: z.number(),
    image: z.optional(z.object({ width: z.optional(z.number()), height: z.optional(z.number()) })),
  }),
})

const linkSchema = z.object({ sys: z.object({ type: z.literal('Link'), linkType: z.string(), id: z.string() }) })
export type ItemLink = z.output<typeof linkSchema>

/** Creates a link. */
export const createItemLink = (linkType: string, id: string): ItemLink => ({ sys: { type: 'Link', linkType, id } })

/** Returns the links of a value: of a list all, of a single link this one, of any other value none. */
export const parseItemLinks = (value: unknown): readonly ItemLink[] =>
  [value].flat().flatMap((element) => linkSchema.safeParse(element).data ?? [])

/** Returns the value of a field in the default locale. */
export const getFieldValue = (fields: ItemFields, id: string): unknown => fields[id]?.[DEFAULT_LOCALE]

/** Publish states of an entry or asset. */
export const ITEM_STATES = ['draft', 'changed', 'published', 'archived'] as const
export type ItemState = (typeof ITEM_STATES)[number]

/** Derives the state from version numbers (docs/contentful.md, Versions). */
export function getItemState({ sys: { version, publishedVersion, archivedVersion } }: ContentItem): ItemState {
  if (archivedVersion !== undefined) return 'archived'
  if (publishedVersion === undefined) return 'draft'
  return version > publishedVersion + 1 ? 'changed' : 'published'
}
