import type { ContentFields, EditorInterfaceProps, MetaSysProps } from 'contentful-management'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import type { EntityType } from '#local/shared/links.ts'

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

export const getFieldValue = (fields: EntityFields, id: string): unknown => fields[id]?.[DEFAULT_LOCALE]

/** Returns the path of an entry or asset in the management API, below the environment, and in the editor. */
export const getEntityPath = ({ type, id }: { readonly type: string; readonly id: string }): string =>
  `${type === 'Asset' ? 'assets' : 'entries'}/${encodeURIComponent(id)}`
