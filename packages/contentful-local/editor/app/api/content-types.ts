import * as z from 'zod/mini'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import { getLinkedContentTypes } from '#local/shared/content-type-definition.ts'
import { validationSchema } from '#local/validation.ts'
import { currentPage, type Entity, identifiedSchema, requestManagementApi, toListSchema } from './management-client.ts'

const valueTypeSchema = z.looseObject({
  type: z.string(),
  linkType: z.optional(z.string()),
  validations: z.optional(z.array(validationSchema)),
})

const fieldSchema = z.extend(valueTypeSchema, {
  id: z.string(),
  name: z.string(),
  items: z.optional(valueTypeSchema),
  required: z.optional(z.boolean()),
  omitted: z.optional(z.boolean()),
})
export type EditorField = z.output<typeof fieldSchema>

const contentTypeSchema = z.extend(identifiedSchema, {
  name: z.string(),
  displayField: z.nullish(z.string()),
  fields: z.array(fieldSchema),
})

const controlSchema = z.object({
  fieldId: z.string(),
  widgetNamespace: z.nullish(z.string()),
  widgetId: z.nullish(z.string()),
  settings: z.nullish(z.record(z.string(), z.unknown())),
})
export type Control = z.output<typeof controlSchema>

const editorInterfaceSchema = z.object({
  sys: z.object({ contentType: identifiedSchema }),
  controls: z.optional(z.array(controlSchema)),
})

const previewEnvironmentSchema = z.object({
  configurations: z.array(z.object({ contentType: z.string(), url: z.string(), enabled: z.boolean() })),
})

/** A content type, with the parts of its editor interface. */
export interface EditorContentType extends z.output<typeof contentTypeSchema> {
  readonly controls?: readonly Control[]
  /** URL of the page of an entry; `{entry.sys.id}` stands for the id of the entry. */
  readonly previewUrl?: string | undefined
  /** Whether its entries stand for pages: they have a preview URL, and are not a part of entries of other types. */
  readonly isPage?: boolean
}

/** Assets are edited with the form of this content type. */
const ASSET_TYPE: EditorContentType = {
  sys: { id: 'Asset' },
  name: 'Asset',
  displayField: 'title',
  fields: [
    { id: 'file', name: 'File', type: 'File', required: true },
    { id: 'title', name: 'Title', type: 'Symbol', validations: [{ size: { max: 256 } }] },
    { id: 'description', name: 'Description', type: 'Text' },
  ],
}

/** All content types by id. Empty until `loadContentTypes` is done, before a page renders. */
export const loadedContentTypes = new Map<string, EditorContentType>()

/** Loads `loadedContentTypes`, with their editor interfaces and the preview environments of the space. */
export async function loadContentTypes(): Promise<void> {
  const previewPath = `/spaces/${currentPage.ids.space}/preview_environments`
  const [types, interfaces, previews] = await Promise.all([
    requestManagementApi(toListSchema(contentTypeSchema), 'content_types?limit=1000&order=name'),
    requestManagementApi(toListSchema(editorInterfaceSchema), 'editor_interfaces?limit=1000'),
    requestManagementApi(toListSchema(previewEnvironmentSchema), previewPath),
  ])
  const configurations = previews.items.flatMap((preview) => preview.configurations)
  const partIds = types.items.flatMap(({ sys, fields }) =>
    fields.flatMap((field) => getLinkedContentTypes(field) ?? []).filter((id) => id !== sys.id),
  )
  for (const type of types.items) {
    const { id } = type.sys
    const { controls = [] } = interfaces.items.find(({ sys }) => sys.contentType.sys.id === id) ?? {}
    const previewUrl = configurations.find(({ contentType, enabled }) => enabled && contentType === id)?.url
    const isPage = previewUrl !== undefined && !partIds.includes(id)
    loadedContentTypes.set(id, { ...type, controls, previewUrl, isPage })
  }
}

/** Whether an entity is an entry that stands for a page. */
export const isPageEntry = (entity: Entity): boolean => getContentType(entity).isPage === true

/** Returns the content type of an entry, or the form definition of an asset. */
export const getContentType = ({ sys }: Entity): EditorContentType =>
  loadedContentTypes.get(sys.contentType?.sys.id ?? '') ?? ASSET_TYPE

/** Returns the URL of the page of an entry; `null` without one. */
export const getPreviewUrl = (entity: Entity): URL | null =>
  URL.parse(getContentType(entity).previewUrl?.replaceAll('{entry.sys.id}', encodeURIComponent(entity.sys.id)) ?? '')

export const getFieldValue = (fields: Entity['fields'], id: string): unknown => fields[id]?.[DEFAULT_LOCALE]

/** Returns the value of a display field as a title. */
export const formatTitle = (value: unknown): string =>
  typeof value === 'string' && value.trim() !== '' ? value : 'Untitled'

/** Returns the saved title of an entity. */
export const getEntityTitle = (entity: Entity): string =>
  formatTitle(getFieldValue(entity.fields, getContentType(entity).displayField ?? ''))
