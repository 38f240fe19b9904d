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

interface PreviewEnvironment {
  readonly configurations: readonly { readonly contentType: string; readonly url: string; readonly enabled: boolean }[]
}

/** Loads `loadedContentTypes`, with their editor interfaces and the preview environments of the space. */
export async function loadContentTypes(): Promise<void> {
  const [types, interfaces, previews] = await Promise.all([
    requestManagementApi<CollectionProp<EditorContentType>>('content_types?limit=1000'),
    requestManagementApi<CollectionProp<EditorInterfaceProps>>('editor_interfaces?limit=1000'),
    requestManagementApi<CollectionProp<PreviewEnvironment>>(`/spaces/${currentPage.ids.space}/preview_environments`),
  ])
  const configurations = previews.items.flatMap((preview) => preview.configurations)
  const partIds = types.items.flatMap(({ sys, fields }) =>
    fields.flatMap((field) => getLinkedContentTypes(field) ?? []).filter((id) => id !== sys.id),
  )
  for (const type of types.items) {
    const { id } = type.sys
    const { controls = [], editorLayout = [] } = interfaces.items.find(({ sys }) => sys.contentType.sys.id === id) ?? {}
    const previewUrl = configurations.find(({ contentType, enabled }) => enabled && contentType === id)?.url
    const isPage = previewUrl !== undefined && !partIds.includes(id)
    loadedContentTypes.set(id, { ...type, controls, editorLayout, previewUrl, isPage })
  }
}

/** Whether an entity is an entry that stands for a page. */
export const isPageEntry = (entity: Entity): boolean => getContentType(entity).isPage === true

/** Returns the content type of an entry, or the form definition of an asset. */
export const getContentType = ({ sys }: Entity): EditorContentType =>
  loadedContentTypes.get(sys.contentType?.sys.id ?? '') ?? ASSET_TYPE

/** Returns the value of a display field as a title. */
export const formatTitle = (value: unknown): string =>
  typeof value === 'string' && value.trim() !== '' ? value : 'Untitled'

/** Returns the saved title of an entity. */
export const getEntityTitle = (entity: Entity): string =>
  formatTitle(getFieldValue(entity.fields, getContentType(entity).displayField ?? ''))
