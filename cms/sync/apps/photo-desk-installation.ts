import {
  type AppDefinitionProps,
  type AppInstallationProps,
  type EditorInterfaceProps,
  fetchAll,
  type QueryParams,
} from 'contentful-management'
import { type ContentType, FOCAL_POINT_FIELD_ID } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'
import { SEARCH_DESCRIPTION } from '#cms/model/seo.ts'
import { ignoreNotFound } from '#cms/sync/contentful/api-error.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import { PHOTO_DESK_NAME } from '#shared/photo-desk.ts'
import { UserError } from '#shared/user-error.ts'

/** A content type with fields whose control is the photo desk. */
interface PhotoDeskType {
  readonly contentType: ContentType
  readonly fieldIds: readonly string[]
}

/** The lists of pictures, and the text of search results, by content type. */
const SINGLE_FIELDS: Readonly<Record<string, string>> = {
  galleryPage: 'images',
  servicesPage: 'affiliations',
  [SEARCH_DESCRIPTION.type]: SEARCH_DESCRIPTION.field,
}

/** These fields, and the focal points of all content types. */
const PHOTO_DESK_TYPES: readonly PhotoDeskType[] = Object.values<ContentType>(model).flatMap((contentType) => {
  const singleFieldId = SINGLE_FIELDS[contentType.id]
  const fieldIds = Object.keys(contentType.fields).filter((id) => id === singleFieldId || id === FOCAL_POINT_FIELD_ID)
  return fieldIds.length > 0 ? [{ contentType, fieldIds }] : []
})

/** The state of the photo desk in an environment. */
export interface PhotoDeskInstallation {
  readonly organizationId: string
  /** `undefined` if the organization has no photo desk. */
  readonly definition: AppDefinitionProps | undefined
  /** `undefined` if it is not installed in the environment. */
  readonly installation: AppInstallationProps | undefined
  /** The content types with their editor interfaces; `undefined` if there is no such content type. */
  readonly types: readonly (PhotoDeskType & { readonly editorInterface: EditorInterfaceProps | undefined })[]
}

/** Reads the state of the photo desk. `src` selects one of several app definitions with its name. */
export async function readPhotoDeskInstallation(
  { client }: SpaceClient,
  src: string | undefined,
): Promise<PhotoDeskInstallation> {
  const space = await client.space.get({})
  const organizationId = space.sys.organization.sys.id
  const definitions = await fetchAll((page: QueryParams) => client.appDefinition.getMany({ organizationId, ...page }), {
    query: { limit: 100 },
  })
  const named = definitions.filter(({ name }) => name === PHOTO_DESK_NAME)
  // The newest first: a creation whose response is lost is repeated, and the second definition is the one in use.
  named.sort((a, b) => b.sys.createdAt.localeCompare(a.sys.createdAt))
  const definition = selectDefinition(named, src)
  const { items } = await client.editorInterface.getMany({ query: { limit: 1_000 } })
  const editorInterfaces = new Map(items.map((item) => [item.sys.contentType.sys.id, item]))
  const types = PHOTO_DESK_TYPES.map((type) => ({
    ...type,
    editorInterface: editorInterfaces.get(type.contentType.id),
  }))
  const installation =
    definition && (await client.appInstallation.get({ appDefinitionId: definition.sys.id }).catch(ignoreNotFound))
  return { organizationId, definition, installation, types }
}

/** Throws `UserError` if there are several app definitions and none has the page `src`. */
function selectDefinition(
  definitions: readonly AppDefinitionProps[],
  src: string | undefined,
): AppDefinitionProps | undefined {
  const selected = definitions.length > 1 ? definitions.find((definition) => definition.src === src) : definitions[0]
  if (selected || definitions.length === 0) return selected
  const pages = definitions.map((definition) => definition.src ?? 'none').join(', ')
  throw new UserError(
    `The organization has ${definitions.length} apps with the name "${PHOTO_DESK_NAME}", with the pages ${pages}: name the site of one with --url, or delete the others`,
  )
}
