import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { createNotFoundError, createValidationError } from '#local/http/rest-error.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { Store, StoredContent } from '#local/store/store.ts'
import type { DispatchWebhooks } from '#local/webhooks/webhook-definition.ts'
import { addHostToFiles, parseAssetFields, parseProcessedFile, unprocessedFileSchema } from './asset-fields.ts'
import { contentBodySchema, fieldValuesSchema, parseTagIds, toMetadata } from './content-body.ts'
import { listAssets } from './list-resources.ts'
import { expectVersion, getSentVersion, parseManagementBody } from './parse-request.ts'
import { processAssetFile } from './process-asset-file.ts'
import { createResourceService, type ResourceService, registerResourceRoutes } from './resource-routes.ts'
import { toContentSys, toLocation } from './resource-sys.ts'

interface FileRoute {
  readonly Params: { readonly id: string; readonly locale: string }
}

/** Creates the operations on the assets of an environment. */
export const createAssetService = (store: Store, dispatchWebhooks: DispatchWebhooks): ResourceService<StoredContent> =>
  createResourceService<StoredContent>(store, {
    type: 'Asset',
    path: '/assets',
    can: ['create', 'upsert', 'delete', 'publish', 'archive'],
    list: (query, toResponse) => listAssets(store, query, toResponse),
    table: store.assets,
    parse: ({ id, body, current }) => {
      const { fields: sent, metadata } = parseManagementBody(contentBodySchema, body)
      const { fields } = parseManagementBody(z.object({ fields: fieldValuesSchema }), { fields: sent })
      return { fields: parseAssetFields(id, fields, store), tags: parseTagIds(metadata, current?.draft.tags, store) }
    },
    toResponse: (asset, host) => ({
      metadata: toMetadata(asset.draft.tags),
      sys: toContentSys('Asset', asset, store),
      fields: addHostToFiles(asset.draft.fields, host),
    }),
    checkPublishable,
    onChange: (event, entity) => dispatchWebhooks(`Asset.${event}`, entity),
  })

/** Registers the asset endpoints. */
export function registerAssetRoutes(
  scope: FastifyInstance,
  store: Store,
  service: ResourceService<StoredContent>,
): void {
  registerResourceRoutes(scope, service)
  registerProcessingRoute(scope, store, service)
}

/** Throws unless the asset has a file and all its files are processed. */
function checkPublishable({ draft: { fields } }: StoredResource<StoredContent>): void {
  if (!fields.file) throw createValidationError([{ name: 'required', path: ['fields', 'file'] }])
  const errors = Object.entries(fields.file)
    .filter(([, file]) => !parseProcessedFile(file))
    .map(([locale]) => ({ name: 'required', path: ['fields', 'file', locale, 'url'] }))
  if (errors.length > 0) throw createValidationError(errors)
}

/** Processes before it responds: the client polls immediately, and then only every 3 s (docs/contentful.md). */
function registerProcessingRoute(scope: FastifyInstance, store: Store, service: ResourceService<StoredContent>): void {
  const path = '/assets/:id/files/:locale/process'
  const processingVersions = createProcessingVersions()

  scope.put<FileRoute>(path, async ({ params: { id, locale }, headers, host }, reply) => {
    if (!store.locales.all().some(({ draft }) => draft.code === locale))
      throw createNotFoundError('Locale', locale, toLocation(store.locationSys))
    const version = getSentVersion(headers)
    const asset = service.getExisting(id)
    const { success, data } = unprocessedFileSchema.safeParse(asset.draft.fields.file?.[locale])
    if (!success) {
      expectVersion(asset, version)
      throw createValidationError([{ name: 'required', path: ['fields', 'file', locale, 'uploadFrom'] }])
    }
    processingVersions.expectVersion(asset, version)
    const processedFile = await processAssetFile(id, locale, data, store.files)
    const current = service.getExisting(id)
    processingVersions.expectVersion(current, version)
    service.save({ id, version: current.version, host }, ({ draft: { fields, tags } }) => ({
      tags,
      fields: { ...fields, file: { ...fields.file, [locale]: processedFile } },
    }))
    processingVersions.recordProcessed(current)
    return reply.code(204).send()
  })
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
    expectVersion(asset: StoredResource<unknown>, sent: number | undefined): void {
      const isInRange = sent !== undefined && sent >= getFirstVersion(asset) && sent <= asset.version
      if (!isInRange) expectVersion(asset, sent)
    },
    /** Records that a file was processed. `previous` is the asset before the change. */
    recordProcessed(previous: StoredResource<unknown>): void {
      ranges.set(previous.id, { from: getFirstVersion(previous), to: previous.version + 1 })
    },
  }
}
