import * as z from 'zod'
import { RestError } from '#local/engine/rest-error.ts'
import type { SpaceLimits } from '#local/http/contentful-apis.ts'
import { expectNewResource } from '#local/http/parse-request.ts'
import { getValuesAt } from '#local/shared/get-values-at.ts'
import { isFileElsewhere } from '#local/store/file-store.ts'
import type { Store } from '#local/store/store.ts'
import { createAssetService } from './asset-routes.ts'
import { createContentTypeService, createEditorInterfaceService } from './content-type-service.ts'
import { createEntryService } from './entry-routes.ts'
import { createLocaleService } from './locale-service.ts'
import type { ResourceService } from './resource-service.ts'
import { createTagService } from './tag-service.ts'

const resourceSchema = z.looseObject({
  sys: z.looseObject({
    id: z.string(),
    contentType: z.object({ sys: z.object({ id: z.string() }) }).optional(),
    publishedVersion: z.number().nullish(),
    archivedVersion: z.number().nullish(),
  }),
})

type ExportedResource = z.output<typeof resourceSchema>

const listSchema = z.array(resourceSchema).default([])

const exportSchema = z.object({
  contentTypes: listSchema,
  editorInterfaces: listSchema,
  locales: listSchema,
  tags: listSchema,
  entries: listSchema,
  assets: listSchema,
})

/** The content of a file that contentful-export writes. All else in it, such as webhooks and roles, is ignored. */
export type SpaceExport = { readonly [Part in keyof z.input<typeof exportSchema>]: readonly object[] }

/**
 * Fills a new environment with the content of an export. Ids and states are kept, versions and times are not, and an entry
 * with unpublished changes is published with them, because an export has only that version. Files stay where their URLs
 * are. Throws an error that names the first resource that the management API would refuse.
 */
export function seedStore(store: Store, seed: SpaceExport, limits: SpaceLimits): void {
  const { success, data, error } = exportSchema.safeParse(seed)
  if (!success) {
    const [problem] = error.issues.map(({ path, message }) => [...path, message].join(' '))
    throw new Error(`The seed is no content of contentful-export: ${problem}`)
  }
  const dispatchWebhooks = () => {}
  const locales = createWriter(createLocaleService(store))
  const tags = createWriter(createTagService(store))
  const contentTypes = createWriter(createContentTypeService(store, dispatchWebhooks, limits))
  const editorInterfaces = createWriter(createEditorInterfaceService(store))
  const assets = createWriter(createAssetService(store, dispatchWebhooks))
  const entries = createWriter(createEntryService(store, dispatchWebhooks))

  const [ownLocale] = store.locales.all()
  const defaultLocale = data.locales.find((locale) => locale.default === true)
  if (ownLocale && defaultLocale) locales.save(defaultLocale, ownLocale.id)
  const otherLocales = data.locales.filter((locale) => locale !== defaultLocale)
  for (const locale of otherLocales) locales.create(locale, { ...locale, fallbackCode: null })
  for (const locale of otherLocales) locales.save(locale) // with its fallback, which now exists
  for (const tag of data.tags) tags.create(tag)
  for (const type of data.contentTypes) {
    contentTypes.create(type)
    contentTypes.applyState(type)
  }
  for (const editorInterface of data.editorInterfaces) {
    const id = editorInterface.sys.contentType?.sys.id ?? ''
    if (!store.editorInterfaces.get(id)) store.editorInterfaces.create(id, { controls: [] })
    editorInterfaces.save(editorInterface, id)
  }
  for (const asset of data.assets) {
    for (const url of listFileUrls(asset)) store.files.elsewhere.createOrSave(url, null)
    assets.create(asset)
  }
  for (const entry of data.entries) {
    entries.create(entry, { fields: {} })
    entries.save(entry) // without the default values of new entries
  }
  // Entries may link to each other.
  for (const asset of data.assets) assets.applyState(asset)
  for (const entry of data.entries) entries.applyState(entry)
}

/** The URLs of an asset's files. A path would be that of a downloaded file. */
const listFileUrls = (asset: ExportedResource): readonly string[] =>
  getValuesAt(asset, ['fields', 'file'])
    .flatMap((files) => getValuesAt(Object.values(Object(files)), ['url']))
    .filter((url) => typeof url === 'string' && isFileElsewhere(url))
    .map(String)

/** Writes exported resources of one type as requests would. */
function createWriter<Body>(service: ResourceService<Body>) {
  const { table } = service.definition
  /** Throws an error that names the resource. */
  const attempt = (resource: ExportedResource, write: () => void) => {
    try {
      write()
    } catch (error) {
      if (!(error instanceof RestError)) throw error
      const { sys, code = sys.contentType?.sys.id } = resource
      const id = table.type === 'Entry' ? sys.id : (code ?? sys.id)
      throw new Error(`${table.type} "${id}" of the seed is refused: ${describeReason(error)}`)
    }
  }
  const createRequest = (id: string) => ({ id, version: table.get(id)?.version, headers: {}, host: '' })
  return {
    create: (resource: ExportedResource, body: object = resource) =>
      attempt(resource, () => {
        const { id, contentType } = resource.sys
        expectNewResource(table.type, id, undefined)
        if (table.get(id)) throw new RestError('VersionMismatch', 'There are two of this id')
        const headers = { 'x-contentful-content-type': contentType?.sys.id }
        service.create({ ...createRequest(id), headers, body })
      }),
    save: (resource: ExportedResource, id = resource.sys.id) =>
      attempt(resource, () => {
        const request = createRequest(id)
        service.save(request, (current) => service.parse({ ...request, body: resource, current }))
      }),
    /** Publishes or archives the resource if it is in the export. */
    applyState: (resource: ExportedResource) =>
      attempt(resource, () => {
        const { id, publishedVersion, archivedVersion } = resource.sys
        if (archivedVersion != null) service.archive(createRequest(id))
        else if (publishedVersion != null) service.publish(createRequest(id))
      }),
  }
}

/** The first reason of an error response, in one line. */
function describeReason({ message, details }: RestError): string {
  const [error] = getValuesAt(details, ['errors'])
  if (error === undefined) return String(getValuesAt(details, ['reasons']).at(-1) ?? message)
  const [linkType] = getValuesAt(error, ['link', 'linkType'])
  const link = linkType ? [`There is no ${linkType} "${getValuesAt(error, ['link', 'id'])}"`] : []
  const [reason] = [...link, ...getValuesAt(error, ['details']), ...getValuesAt(error, ['name'])]
  const path = getValuesAt(error, ['path']).join('.')
  return path ? `${path}: ${reason}` : String(reason)
}
