import * as z from 'zod/mini'
import { DEFAULT_LOCALE } from '#local/constants.ts'

/** A resource, or a link to one. */
export const identifiedSchema = z.object({ sys: z.object({ id: z.string() }) })

/** Field values of the management API, by field id and locale. */
const fieldsSchema = z.record(z.string(), z.record(z.string(), z.unknown()))
export type EntityFields = z.output<typeof fieldsSchema>

/** An entry or an asset. */
export const entitySchema = z.object({
  sys: z.looseObject({
    id: z.string(),
    type: z.enum(['Entry', 'Asset']),
    version: z.number(),
    updatedAt: z.string(),
    publishedVersion: z.optional(z.number()),
    archivedVersion: z.optional(z.number()),
    contentType: z.optional(identifiedSchema),
  }),
  metadata: z.unknown(),
  fields: fieldsSchema,
})
export type Entity = z.output<typeof entitySchema>

/** Creates the schema of one page of a list. */
export const createPageSchema = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.object({ total: z.number(), items: z.array(schema) })

const limitsSchema = z.object({ min: z.nullish(z.number()), max: z.nullish(z.number()) })
const validationSchema = z.partial(
  z.looseObject({
    size: limitsSchema,
    range: limitsSchema,
    in: z.array(z.union([z.string(), z.number()])),
    regexp: z.object({ pattern: z.string() }),
    unique: z.boolean(),
    linkMimetypeGroup: z.union([z.string(), z.array(z.string())]),
    assetFileSize: limitsSchema,
    message: z.nullable(z.string()),
  }),
)
const valueTypeSchema = z.object({
  type: z.string(),
  linkType: z.optional(z.string()),
  validations: z.optional(z.array(validationSchema)),
})
export type EditorValueType = z.output<typeof valueTypeSchema>

const fieldSchema = z.extend(valueTypeSchema, {
  id: z.string(),
  name: z.string(),
  required: z.optional(z.boolean()),
  omitted: z.optional(z.boolean()),
  items: z.optional(valueTypeSchema),
})
export type EditorField = z.output<typeof fieldSchema>

const controlSchema = z.object({
  fieldId: z.string(),
  widgetNamespace: z.nullish(z.string()),
  widgetId: z.nullish(z.string()),
  settings: z.nullish(z.looseObject({ helpText: z.nullish(z.string()) })),
})
export type InterfaceControl = z.output<typeof controlSchema>

const layoutFieldSchema = z.object({ fieldId: z.string() })
const layoutGroupSchema = z.object({
  name: z.string(),
  items: z.array(z.union([layoutFieldSchema, z.object({ name: z.string(), items: z.array(layoutFieldSchema) })])),
})
/** A tab of the web app's form: fields, and sets of fields. */
export type LayoutGroup = z.output<typeof layoutGroupSchema>

/** A content type, with the parts of its editor interface. */
export const contentTypeSchema = z.extend(identifiedSchema, {
  name: z.string(),
  displayField: z.nullish(z.string()),
  fields: z.array(fieldSchema),
  controls: z.optional(z.array(controlSchema)),
  layout: z.optional(z.array(layoutGroupSchema)),
})
export type EditorContentType = z.output<typeof contentTypeSchema>

/** How the fields of a content type are edited. */
export const editorInterfaceSchema = z.object({
  sys: z.object({ contentType: identifiedSchema }),
  controls: z.optional(z.array(controlSchema)),
  editorLayout: z.optional(z.array(layoutGroupSchema)),
})

/** Returns the value of a field in the default locale. */
export const getFieldValue = (fields: EntityFields, id: string): unknown => fields[id]?.[DEFAULT_LOCALE]

/** Returns the path of an entry or asset in the management API, below the environment, and in the editor. */
export const getEntityPath = ({ type, id }: { readonly type: string; readonly id: string }): string =>
  `${type === 'Asset' ? 'assets' : 'entries'}/${encodeURIComponent(id)}`
