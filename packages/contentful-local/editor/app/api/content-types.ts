import type { CollectionProp, EditorInterfaceProps } from 'contentful-management'
import { getLinkedContentTypes } from '#local/shared/content-type-definition.ts'
import { type EditorContentType, type Entity, getFieldValue } from './api-types.ts'
import { currentPage, requestManagementApi } from './management-client.ts'

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

/** Preview URLs of the space's preview environments, by content type; `{entry.sys.id}` stands for the id of the entry. */
export const previewUrls = new Map<string, string>()

/** Content types that stand for pages: they have a preview URL, and are not a part of entries of other types. */
const pageTypes = new Set<string>()

interface PreviewConfiguration {
  readonly contentType: string
  readonly url: string
  readonly enabled: boolean
}

/** Loads `loadedContentTypes`, with the controls and groups of their editor interfaces, and `previewUrls`. */
export async function loadContentTypes(): Promise<void> {
  const [types, interfaces, previews] = await Promise.all([
    requestManagementApi<CollectionProp<EditorContentType>>('content_types?limit=1000'),
    requestManagementApi<CollectionProp<EditorInterfaceProps>>('editor_interfaces?limit=1000'),
    requestManagementApi<CollectionProp<{ readonly configurations: readonly PreviewConfiguration[] }>>(
      `/spaces/${currentPage.ids.space}/preview_environments`,
    ),
  ])
  const byType = new Map(
    interfaces.items.map((editorInterface) => [editorInterface.sys.contentType.sys.id, editorInterface]),
  )
  for (const type of types.items) {
    const { controls, editorLayout: layout } = byType.get(type.sys.id) ?? {}
    loadedContentTypes.set(type.sys.id, { ...type, controls, layout })
  }
  for (const { contentType, url, enabled } of previews.items.flatMap(({ configurations }) => configurations))
    if (enabled && !previewUrls.has(contentType)) previewUrls.set(contentType, url)
  for (const id of previewUrls.keys()) pageTypes.add(id)
  for (const { sys, fields } of types.items)
    for (const id of fields.flatMap((field) => getLinkedContentTypes(field) ?? []))
      if (id !== sys.id) pageTypes.delete(id)
}

/** Whether an entity is an entry that stands for a page. */
export const isPageEntry = ({ sys }: Entity): boolean => pageTypes.has(sys.contentType?.sys.id ?? '')

/** Returns the content type of an entry, or the form definition of an asset. */
export const getContentType = ({ sys }: Entity): EditorContentType =>
  loadedContentTypes.get(sys.contentType?.sys.id ?? '') ?? ASSET_TYPE

/** Returns the value of a display field as a title. */
export const formatTitle = (value: unknown): string =>
  typeof value === 'string' && value.trim() !== '' ? value : 'Untitled'

/** Returns the saved title of an entity. */
export const getEntityTitle = (entity: Entity): string =>
  formatTitle(getFieldValue(entity.fields, getContentType(entity).displayField ?? ''))
