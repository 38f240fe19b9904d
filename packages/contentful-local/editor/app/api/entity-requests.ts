import * as z from 'zod/mini'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import { collectLinks, createLink } from '#local/shared/links.ts'
import { getMediaTypeGroup } from '#local/shared/media-type-group.ts'
import { type ProcessedFile, processedFileSchema } from '#local/shared/processed-file.ts'
import { findRuleViolations, type ValidationRules } from '#local/validation.ts'
import { getEntityTitle, getFieldValue, isPageEntry } from './content-types.ts'
import { formatError } from './format-error.ts'
import {
  type Entity,
  type EntityCollection,
  entitySchema,
  getCollection,
  getEntityPath,
  getEntityUrl,
  getState,
  identifiedSchema,
  ManagementApiError,
  requestManagementApi,
  toListSchema,
} from './management-client.ts'

/** Returns the processed file of an asset; `undefined` without one. */
export const getAssetFile = ({ fields }: Entity) => processedFileSchema.safeParse(getFieldValue(fields, 'file')).data

/** Entities of a response: as many as Contentful allows. */
const PAGE_SIZE = 1000

/** Returns the entities of a collection, or their published versions; those that changed last come first. */
async function findEntities(
  collection: EntityCollection | `public/${EntityCollection}`,
  parameters: SearchOptions['parameters'],
  skip = 0,
): Promise<readonly Entity[]> {
  const query = { order: '-sys.updatedAt', limit: String(PAGE_SIZE), skip: String(skip), ...parameters }
  const path = `${collection}?${new URLSearchParams(query)}`
  const { items } = await requestManagementApi(toListSchema(entitySchema), path)
  return items.length < PAGE_SIZE
    ? items
    : [...items, ...(await findEntities(collection, parameters, skip + PAGE_SIZE))]
}

/** Ids per request (docs/contentful.md, Traps). */
const MAX_IDS = 100

/** Fetches the entities that exist of these ids. */
export async function fetchEntitiesByIds(collection: EntityCollection, ids: readonly string[]) {
  const groups = Map.groupBy(new Set(ids), (_, index) => Math.floor(index / MAX_IDS))
  const pages = [...groups.values()].map((group) => findEntities(collection, { 'sys.id[in]': group.join() }))
  return (await Promise.all(pages)).flat()
}

const getLinkedAssetIds = ({ fields }: Entity): readonly string[] =>
  Object.keys(fields)
    .flatMap((id) => collectLinks(getFieldValue(fields, id)))
    .flatMap(({ sys }) => (sys.linkType === 'Asset' ? sys.id : []))

/** Assets that are looked at to find a thumbnail of an entry. */
const MAX_THUMBNAIL_IDS = 3

/** Adds the URLs of thumbnails to entities: to an entry, that of the first image that it links to. */
export async function addThumbnails(entities: readonly Entity[]) {
  const getIds = (entity: Entity) => getLinkedAssetIds(entity).slice(0, MAX_THUMBNAIL_IDS)
  const found = await fetchEntitiesByIds('assets', entities.flatMap(getIds))
  const assets = new Map(found.map((asset) => [asset.sys.id, asset]))
  return entities.map((entity) => {
    const candidates = entity.sys.type === 'Asset' ? [entity] : getIds(entity).flatMap((id) => assets.get(id) ?? [])
    const image = candidates.map(getAssetFile).find((file) => file?.contentType.startsWith('image/'))
    return { entity, thumbnail: image && `${image.url}?w=320` }
  })
}
export type ListedEntity = Awaited<ReturnType<typeof addThumbnails>>[number]

/** Which entities of a collection to find. */
export interface SearchOptions {
  readonly collection: EntityCollection
  /** Query parameters of the management API. */
  readonly parameters: Readonly<Record<string, string>>
  /** Finds the files of any of these groups, for example `image`; without one, all. */
  readonly mediaTypeGroups?: readonly string[]
}

/** Filters of a list. An empty one matches all. */
export type ListFilters = Readonly<Partial<Record<'query' | 'type' | 'state', string>>>

/** Entities that a list shows. */
const MAX_LISTED = 500

/** Searches a collection. Pages come first, then what changed last. */
export async function searchEntities(
  { collection, parameters, mediaTypeGroups = [] }: SearchOptions,
  { query, type, state }: ListFilters,
) {
  const searched = { ...parameters, ...(query && { query }), ...(type && { content_type: type }) }
  const isAllowed = (entity: Entity) =>
    mediaTypeGroups.length === 0 || mediaTypeGroups.includes(getMediaTypeGroup(getAssetFile(entity)?.contentType ?? ''))
  const entities = (await findEntities(collection, searched))
    .filter((entity) => isAllowed(entity) && (!state || getState(entity) === state))
    .sort((a, b) => Number(isPageEntry(b)) - Number(isPageEntry(a)))
  return { total: entities.length, results: await addThumbnails(entities.slice(0, MAX_LISTED)) }
}

/** Finds the entries that link to an entity. */
export const fetchUsers = ({ sys }: Entity): Promise<readonly Entity[]> =>
  findEntities('entries', { [`links_to_${sys.type.toLowerCase()}`]: sys.id })

/** Fetches the published version of an entity; `undefined` without one. */
export const fetchPublished = async ({ sys }: Entity): Promise<Entity | undefined> =>
  (await findEntities(`public/${getCollection(sys.type)}`, { 'sys.id': sys.id }))[0]

export const openEntity = ({ sys }: Entity): void => location.assign(getEntityUrl(sys))

/** Creates an empty draft. */
export const createEntry = (contentType: string): Promise<Entity> =>
  requestManagementApi(entitySchema, 'entries', {
    method: 'POST',
    body: { fields: {} },
    headers: { 'x-contentful-content-type': contentType },
  })

/**
 * Sends a request to a path below that of an entity, with its version: the API rejects changes of others. Returns the new version,
 * or `entity` if the response has no content.
 */
export async function changeEntity(entity: Entity, method: 'PUT' | 'DELETE', path = '', fields?: object) {
  const { sys, metadata } = entity
  const changed = await requestManagementApi(z.nullable(entitySchema), `${getEntityPath(sys)}${path}`, {
    method,
    body: fields && { metadata, fields },
    headers: { 'x-contentful-version': String(sys.version) },
  })
  return changed ?? entity
}

/** Finds the files that an entry links to and that are not published. */
export const fetchDraftFiles = async (entry: Entity): Promise<readonly Entity[]> =>
  (await fetchEntitiesByIds('assets', getLinkedAssetIds(entry))).filter((asset) => getState(asset) === 'draft')

/**
 * Publishes an entry, and then the draft files that it links to: the API checks the entry, and if it refuses it, no file
 * becomes public. Throws an error that names the files that are not published. `onPublished` gets the published entry.
 */
export async function publishWithFiles(entry: Entity, onPublished: (entry: Entity) => void): Promise<void> {
  const files = await fetchDraftFiles(entry)
  const empty = files.filter((asset) => !getAssetFile(asset)).map(getEntityTitle)
  if (empty.length > 0)
    throw new ManagementApiError(`Nothing is published, because these have no file: ${empty.join(', ')}`)
  onPublished(await changeEntity(entry, 'PUT', '/published'))
  const failures: string[] = []
  for (const asset of files)
    await changeEntity(asset, 'PUT', '/published').catch((error) =>
      failures.push(`${getEntityTitle(asset)}: ${formatError(error)}`),
    )
  const text = 'The entry is published, but visitors do not see these files. Publish again.'
  if (failures.length > 0) throw new ManagementApiError([text, ...failures].join('\n'))
}

/** Throws an error if the field with these validations, which is to link to a file, does not allow it. */
function expectAllowedFile(
  file: Pick<ProcessedFile, 'contentType' | 'details'>,
  validations: readonly ValidationRules[],
): void {
  const content = { getFile: () => file, getContentType: () => null, findEntriesWithValue: () => [] }
  const details = findRuleViolations(validations, { value: createLink('Asset', ''), content })
  if (details.length > 0) throw new ManagementApiError('The field does not allow this file', details)
}

/**
 * Creates an asset with the file, or replaces the file of `existing`. The file is processed, the asset not published. If the
 * file is refused, nothing is uploaded, or the new asset is deleted, or `existing` gets its previous fields back, and the
 * function throws. `validations`: of the field that is to link to the file.
 */
export async function uploadFile(file: File, validations: readonly ValidationRules[] = [], existing?: Entity) {
  const contentType = file.type || 'application/octet-stream' // a browser has no media type for an unknown extension
  expectAllowedFile({ contentType, details: { size: file.size } }, validations)
  const upload = await requestManagementApi(identifiedSchema, 'uploads', { method: 'POST', body: file })
  const uploadFrom = createLink('Upload', upload.sys.id)
  const source = { fileName: file.name.replaceAll(/[/\\]/g, '-'), contentType, uploadFrom }
  const title = { [DEFAULT_LOCALE]: file.name.replace(/\.[^.]+$/, '') }
  const fields = { ...(existing?.fields ?? { title }), file: { [DEFAULT_LOCALE]: source } }
  let asset = existing
    ? await changeEntity(existing, 'PUT', '', fields)
    : await requestManagementApi(entitySchema, 'assets', { method: 'POST', body: { fields } })
  try {
    await changeEntity(asset, 'PUT', `/files/${DEFAULT_LOCALE}/process`)
    asset = await requestManagementApi(entitySchema, getEntityPath(asset.sys))
    const processed = getAssetFile(asset)
    if (processed) expectAllowedFile(processed, validations) // now with the width and height of a picture
    return asset
  } catch (error) {
    await (existing ? changeEntity(asset, 'PUT', '', existing.fields) : changeEntity(asset, 'DELETE'))
    throw error
  }
}
