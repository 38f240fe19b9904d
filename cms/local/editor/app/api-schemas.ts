import * as z from 'zod/mini'
import { LOCALE } from '#shared/constants.ts'

/** Field → locale → value, as the management API has them. */
const fields = z.record(z.string(), z.record(z.string(), z.unknown()))
export type ItemFields = z.output<typeof fields>

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
  fields,
})
export type ContentItem = z.output<typeof itemSchema>

export const createPageSchema = <Shape extends z.ZodMiniType>(shape: Shape) =>
  z.object({ total: z.number(), items: z.array(shape) })

const validations = z.optional(z.array(z.record(z.string(), z.unknown())))
const field = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  linkType: z.optional(z.string()),
  required: z.optional(z.boolean()),
  omitted: z.optional(z.boolean()),
  validations,
  items: z.optional(z.looseObject({ type: z.string(), linkType: z.optional(z.string()), validations })),
})
export type EditorField = z.output<typeof field>

export const contentTypeSchema = z.looseObject({
  sys: z.looseObject({ id: z.string() }),
  name: z.string(),
  displayField: z.nullish(z.string()),
  fields: z.array(field),
})
export type EditorContentType = z.output<typeof contentTypeSchema>

export const editorInterfaceSchema = z.object({
  controls: z.optional(
    z.array(z.object({ fieldId: z.string(), settings: z.optional(z.object({ helpText: z.optional(z.string()) })) })),
  ),
})

export const previewConfigurationSchema = z.object({
  configurations: z.array(
    z.object({ url: z.string(), contentType: z.optional(z.string()), enabled: z.optional(z.boolean()) }),
  ),
})

/** An asset's file, once it was processed. */
export const itemFileSchema = z.object({
  url: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  details: z.object({
    size: z.number(),
    image: z.optional(z.object({ width: z.optional(z.number()), height: z.optional(z.number()) })),
  }),
})

const link = z.object({ sys: z.object({ type: z.literal('Link'), linkType: z.string(), id: z.string() }) })
export type ItemLink = z.output<typeof link>

export const createItemLink = (linkType: string, id: string): ItemLink => ({ sys: { type: 'Link', linkType, id } })

/** The link that a value is. */
export const parseItemLink = (value: unknown): ItemLink | undefined => link.safeParse(value).data

/** The links of a list; whatever else is in it is none. */
export const parseItemLinks = (value: unknown): readonly ItemLink[] =>
  Array.isArray(value) ? value.flatMap((each) => parseItemLink(each) ?? []) : []

export const getFieldValue = (of: ItemFields, id: string): unknown => of[id]?.[LOCALE]

/** As Contentful counts (docs/contentful.md, Versions). */
export function getItemState({ sys: { version, publishedVersion, archivedVersion } }: ContentItem): ItemState {
  if (archivedVersion !== undefined) return 'archived'
  if (publishedVersion === undefined) return 'draft'
  return version > publishedVersion + 1 ? 'changed' : 'published'
}

export const ITEM_STATES = ['draft', 'changed', 'published', 'archived'] as const
export type ItemState = (typeof ITEM_STATES)[number]
