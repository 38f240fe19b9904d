import type { FastifyInstance } from 'fastify'
import { createValidationError } from '#local/http/rest-error.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { Store, StoredContent } from '#local/store/store.ts'
import type { DispatchWebhooks } from '#local/webhooks/webhook-definition.ts'
import { addHostToFiles, parseAssetFields, parseProcessedFile, unprocessedFileSchema } from './asset-fields.ts'
import { contentBodySchema, getFieldStatus, parseTagIds, toMetadata } from './content-body.ts'
import { listAssets } from './list-resources.ts'
import { expectExisting, expectVersion, getSentVersion, parseManagementBody } from './parse-request.ts'
import { processAssetFile } from './process-asset-file.ts'
import { createResourceService, type ResourceService, registerResourceRoutes } from './resource-routes.ts'
import { toLocation } from './resource-sys.ts'

/** Creates the operations on the assets of an environment. */
export const createAssetService = (store: Store, dispatchWebhooks: DispatchWebhooks): ResourceService<StoredContent> =>
  createResourceService<StoredContent>({
    type: 'Asset',
    path: '/assets',
    can: ['create', 'upsert', 'delete', 'publish', 'archive'],
    locationSys: store.locationSys,
    list: (query, toResponse) => listAssets(store, query, toResponse),
    table: store.assets,
    parse: ({ id, body, current }) => {
      const { fields, metadata } = parseManagementBody(contentBodySchema, body)
      return { fields: parseAssetFields(id, fields, store), tags: parseTagIds(metadata, current, store) }
    },
    getProperties: ({ draft: { tags, fields } }, host) => ({
      metadata: toMetadata(tags),
      fields: addHostToFiles(fields, host),
    }),
    getSys: (asset) => ({ fieldStatus: getFieldStatus('Asset', asset, store) }),
    checkPublishable: ({ draft: { fields } }) => {
      if (!fields.file) throw createValidationError([{ name: 'required', path: ['fields', 'file'] }])
      const errors = Object.entries(fields.file)
        .filter(([, file]) => !parseProcessedFile(file))
        .map(([locale]) => ({ name: 'required', path: ['fields', 'file', locale, 'url'] }))
      if (errors.length > 0) throw createValidationError(errors)
    },
    dispatchWebhooks,
  })

/** Registers the asset endpoints. */
export function registerAssetRoutes(
  scope: FastifyInstance,
  store: Store,
  service: ResourceService<StoredContent>,
): void {
  registerResourceRoutes(scope, service)
  const { locales, files, locationSys } = store
  const versions = createProcessingVersions()

  // It responds after the file was processed: the client polls immediately, and then only every 3 s (docs/contentful.md).
  scope.put<FileRoute>('/assets/:id/files/:locale/process', async ({ params, headers, host }, reply) => {
    const { id, locale } = params
    const isLocale = locales.all().find(({ draft }) => draft.code === locale)
    expectExisting(isLocale, 'Locale', locale, toLocation(locationSys))
    const version = getSentVersion(headers)
    const asset = service.getExisting(id)
    const { success, data } = unprocessedFileSchema.safeParse(asset.draft.fields.file?.[locale])
    if (!success) {
      expectVersion(asset, version)
      throw createValidationError([{ name: 'required', path: ['fields', 'file', locale, 'uploadFrom'] }])
    }
    versions.expect(asset, version)
    const processedFile = await processAssetFile(id, locale, data, files)
    const current = service.getExisting(id)
    versions.expect(current, version)
    service.save({ id, version: current.version, host }, ({ draft: { fields, tags } }) => ({
      tags,
      fields: { ...fields, file: { ...fields.file, [locale]: processedFile } },
    }))
    versions.recordProcessed(current)
    return reply.code(204).send()
  })
}

interface FileRoute {
  readonly Params: { readonly id: string; readonly locale: string }
}

/**
 * Versions that a request to process a file may send. The official client processes the files of all locales
 * concurrently and sends the version from before the first one each time. That version stays valid until another
 * request changes the asset.
 */
function createProcessingVersions() {
  /** By asset id: the version before the first file was processed, and the version after the last one. */
  const ranges = new Map<string, { readonly from: number; readonly to: number }>()
  const getFirstVersion = ({ id, version }: StoredResource<unknown>) => {
    const range = ranges.get(id)
    return range?.to === version ? range.from : version
  }
  return {
    /** Throws `VersionMismatch` unless the sent version is valid. */
    expect(asset: StoredResource<unknown>, sent: number | undefined): void {
      const isValid = sent !== undefined && sent >= getFirstVersion(asset) && sent <= asset.version
      if (!isValid) expectVersion(asset, sent)
    },
    /** Records that a file was processed. `previous` is the asset before the change. */
    recordProcessed(previous: StoredResource<unknown>): void {
      ranges.set(previous.id, { from: getFirstVersion(previous), to: previous.version + 1 })
    },
  }
}
