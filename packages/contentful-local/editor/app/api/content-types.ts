import type { CollectionProp, ContentFields, EditorInterfaceProps, MetaSysProps } from 'contentful-management'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import { getLinkedContentTypes } from '#local/shared/content-type-definition.ts'
import type { EntityType } from '#local/shared/links.ts'
import { currentPage, requestManagementApi } from './management-client.ts'

/** A resource, or a link to one. */
export interface Identified {
  readonly sys: { readonly id: string }
}

/** Field values of the management API, by field id and locale. */
export type EntityFields = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** An entry or an asset. */
export interface Entity {
  readonly sys: Pick<MetaSysProps, 'id' | 'version' | 'updatedAt' | 'publishedVersion' | 'archivedVersion'> & {
    readonly type: EntityType
    /** Absent in assets. */
    readonly contentType?: Identified
  }
  readonly metadata: unknown
  readonly fields: EntityFields
}

export type EditorField = Pick<ContentFields, 'id' | 'name' | 'type' | 'linkType' | 'items' | 'validations'> &
  Partial<Pick<ContentFields, 'required' | 'omitted'>>

/** A content type, with the parts of its editor interface. */
export interface EditorContentType extends Identified, Pick<EditorInterfaceProps, 'controls' | 'editorLayout'> {
  readonly name: string
  readonly displayField?: string | null
  readonly fields: readonly EditorField[]
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

export const getFieldValue = (fields: EntityFields, id: string): unknown => fields[id]?.[DEFAULT_LOCALE]

/** Returns the value of a display field as a title. */
export const formatTitle = (value: unknown): string =>
  typeof value === 'string' && value.trim() !== '' ? value : 'Untitled'

/** Returns the saved title of an entity. */
export const getEntityTitle = (entity: Entity): string =>
  formatTitle(getFieldValue(entity.fields, getContentType(entity).displayField ?? ''))

/**
 * Groups fields by the layout of the editor interface: tabs, which can contain field sets. Fields that are not in it come
 * last, in a group with an empty name if there is no layout.
 */
export function groupFields(fields: readonly EditorField[], layout: EditorContentType['editorLayout'] = []) {
  const flat = layout.flatMap((tab) => [tab, ...tab.items.flatMap((item) => ('items' in item ? item : []))])
  const groups = flat.map(({ name, items }) => {
    const ids = items.flatMap((item) => ('fieldId' in item ? item.fieldId : []))
    return { name, fields: ids.flatMap((id) => fields.find((field) => field.id === id) ?? []) }
  })
  const grouped = new Set(groups.flatMap((group) => group.fields))
  const others = { name: layout.length > 0 ? 'Others' : '', fields: fields.filter((field) => !grouped.has(field)) }
  return [...groups, others].filter((group) => group.fields.length > 0)
}
