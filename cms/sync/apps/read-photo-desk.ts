import type { AppDefinitionProps, AppInstallationProps, EditorInterfaceProps } from 'contentful-management'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { galleryPage } from '#cms/model/gallery-page.ts'
import { servicesPage } from '#cms/model/services-page.ts'
import { ignoreNotFound } from '#cms/sync/apply/reconcile.ts'
import { retryTruncatedResponse } from '#cms/sync/contentful/retry-request.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import { PHOTO_DESK_NAME } from '#shared/photo-desk.ts'
import { UserError } from '#shared/user-error.ts'
import { throwAppAccessError } from './run-app-requests.ts'

/** A field whose control is the photo desk. */
export interface PhotoDeskField {
  readonly contentType: ContentType
  readonly fieldId: string
}

const defineField = <Type extends ContentType>(contentType: Type, fieldId: keyof Type['fields'] & string) => ({
  contentType,
  fieldId,
})

/** Each content type has one field: the editor interface of a content type is written once. */
const PHOTO_DESK_FIELDS: readonly PhotoDeskField[] = [
  defineField(galleryPage, 'images'),
  defineField(servicesPage, 'affiliations'),
]

/** The state of the photo desk in an environment. */
export interface PhotoDeskState {
  readonly organizationId: string
  /** `undefined` if the organization has no photo desk. */
  readonly definition: AppDefinitionProps | undefined
  /** `undefined` if it is not installed in the environment. */
  readonly installation: AppInstallationProps | undefined
  /** The fields, with the editor interfaces of their content types; `undefined` if there is no such content type. */
  readonly fields: readonly (PhotoDeskField & { readonly editorInterface: EditorInterfaceProps | undefined })[]
}

/** Reads the state of the photo desk. `src` selects one of several app definitions with its name. */
export async function readPhotoDesk({ client }: SpaceClient, src: string | undefined): Promise<PhotoDeskState> {
  const [space] = await Promise.all([
    retryTruncatedResponse(() => client.space.get({})),
    retryTruncatedResponse(() => client.environment.get({})),
  ])
  const organizationId = space.sys.organization.sys.id
  const [definitions, fields] = await Promise.all([
    listPhotoDeskDefinitions({ client }, organizationId),
    Promise.all(
      PHOTO_DESK_FIELDS.map(async (field) => {
        const params = { contentTypeId: field.contentType.id }
        const request = retryTruncatedResponse(() => client.editorInterface.get(params))
        return { ...field, editorInterface: await request.catch(ignoreNotFound) }
      }),
    ),
  ])
  const definition = selectDefinition(definitions, src)
  const installation =
    definition &&
    (await retryTruncatedResponse(() => client.appInstallation.get({ appDefinitionId: definition.sys.id })).catch(
      ignoreNotFound,
    ))
  return { organizationId, definition, installation, fields }
}

const PAGE_SIZE = 100

/** Returns the app definitions of the organization with the name of the photo desk, the oldest first. */
export async function listPhotoDeskDefinitions(
  { client }: Pick<SpaceClient, 'client'>,
  organizationId: string,
): Promise<readonly AppDefinitionProps[]> {
  const definitions: AppDefinitionProps[] = []
  for (let skip = 0; ; skip += PAGE_SIZE) {
    const params = { organizationId, query: { skip, limit: PAGE_SIZE } }
    const { items, total } = await retryTruncatedResponse(() => client.appDefinition.getMany(params)).catch(
      (error: unknown) => throwAppAccessError(error, organizationId),
    )
    definitions.push(...items.filter(({ name }) => name === PHOTO_DESK_NAME))
    if (items.length === 0 || skip + items.length >= total) break
  }
  return definitions.sort((a, b) => a.sys.createdAt.localeCompare(b.sys.createdAt))
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
