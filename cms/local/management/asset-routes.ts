import type { FastifyInstance } from 'fastify'
import { createNotFoundError, createValidationError } from '#local/http/rest-error.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { Store, StoredContent } from '#local/store/store.ts'
import type { DispatchWebhooks } from '#local/webhooks/webhook-definition.ts'
import {
  addHostToFiles,
  assetBodySchema,
  parseAssetFields,
  parseProcessedFile,
  unprocessedFileSchema,
} from './asset-fields.ts'
import {
  type ContentLifecycle,
  createContentLifecycle,
  type LifecycleOptions,
  registerLifecycleRoutes,
} from './content-lifecycle.ts'
import { listAssets } from './list-resources.ts'
import {
  createId,
  expectNewResource,
  expectVersion,
  getSentVersion,
  parseManagementBody,
  parseTagIds,
  toMetadata,
} from './parse-request.ts'
import { processAssetFile } from './process-asset-file.ts'
import { toFieldStatus, toResourceSys } from './resource-sys.ts'

interface IdRoute {
  readonly Params: { readonly id: string }
}

interface FileRoute {
  readonly Params: { readonly id: string; readonly locale: string }
}

const createAssetOptions = ({ assets, locales, locationSys }: Store): LifecycleOptions => ({
  type: 'Asset',
  resources: assets,
  checkPublishable,
  toResponse: (asset, host) => ({
    metadata: toMetadata(asset.draft.tags),
    sys: {
      ...toResourceSys('Asset', asset, locationSys),
      fieldStatus: toFieldStatus(
        asset,
        locales.all().map(({ draft }) => draft.code),
      ),
    },
    fields: addHostToFiles(asset.draft.fields, host),
  }),
})

/** Creates the lifecycle of the assets of an environment. */
export const createAssetLifecycle = (store: Store, dispatchWebhooks: DispatchWebhooks): ContentLifecycle =>
  createContentLifecycle(createAssetOptions(store), dispatchWebhooks)

/** Registers the asset endpoints. Returns the lifecycle of assets, for bulk actions. */
export function registerAssetRoutes(
  scope: FastifyInstance,
  store: Store,
  dispatchWebhooks: DispatchWebhooks,
): ContentLifecycle {
  const { assets, files } = store
  const { toResponse } = createAssetOptions(store)
  const lifecycle = createAssetLifecycle(store, dispatchWebhooks)
  const processingVersions = createProcessingVersions()

  scope.get('/assets', async ({ query, host }) => listAssets(store, query, (asset) => toResponse(asset, host)))

  scope.get<IdRoute>('/assets/:id', async ({ params, host }) => toResponse(lifecycle.getExisting(params.id), host))

  scope.post('/assets', async ({ body, host }, reply) => {
    const id = createId()
    return reply.code(201).send(lifecycle.create(id, parseAssetContent(store, id, body), host))
  })

  scope.put<IdRoute>('/assets/:id', async ({ params: { id }, body, headers, host }, reply) => {
    const version = getSentVersion(headers)
    const asset = assets.get(id)
    if (asset) return lifecycle.save({ id, version, host }, () => parseAssetContent(store, id, body, asset.draft))
    expectNewResource('asset', id, version)
    return reply.code(201).send(lifecycle.create(id, parseAssetContent(store, id, body), host))
  })

  // Processes before it responds: the client polls immediately, and then only every 3 s (docs/contentful.md).
  scope.put<FileRoute>(
    '/assets/:id/files/:locale/process',
    async ({ params: { id, locale }, headers, host }, reply) => {
      if (!store.locales.all().some(({ draft }) => draft.code === locale)) throw createNotFoundError('Locale', locale)
      const version = getSentVersion(headers)
      const asset = lifecycle.getExisting(id)
      const { success, data } = unprocessedFileSchema.safeParse(asset.draft.fields.file?.[locale])
      if (!success) {
        expectVersion(asset, version)
        throw createValidationError([{ name: 'required', path: ['fields', 'file', locale, 'uploadFrom'] }])
      }
      processingVersions.expectVersion(asset, version)
      const processedFile = await processAssetFile(id, locale, data, files)
      const current = lifecycle.getExisting(id)
      processingVersions.expectVersion(current, version)
      const { fields, tags } = current.draft
      const change = { id, version: current.version, host }
      lifecycle.save(change, () => ({ tags, fields: { ...fields, file: { ...fields.file, [locale]: processedFile } } }))
      processingVersions.recordProcessed(current)
      return reply.code(204).send()
    },
  )

  registerLifecycleRoutes(scope, '/assets', lifecycle)
  return lifecycle
}

/** Parses the request body into the content to store. Throws if it is not valid even as a draft. */
function parseAssetContent(store: Store, id: string, body: unknown, previous?: StoredContent): StoredContent {
  const parsed = parseManagementBody(assetBodySchema, body)
  const locales = store.locales.all().map(({ draft }) => draft)
  const fields = parseAssetFields(id, parsed.fields, store.files, locales)
  return { fields, tags: parseTagIds(parsed.metadata, previous?.tags, store) }
}

/** Throws unless the asset has a file and all its files are processed. */
function checkPublishable({ draft: { fields } }: StoredResource<StoredContent>): void {
  const unprocessed = Object.entries(fields.file ?? {}).filter(([, file]) => !parseProcessedFile(file))
  if (!fields.file) throw createValidationError([{ name: 'required', path: ['fields', 'file'] }])
  if (unprocessed.length === 0) return
  throw createValidationError(
    unprocessed.map(([locale]) => ({ name: 'required', path: ['fields', 'file', locale, 'url'] })),
  )
}

/**
 * Versions that a request to process a file may send. The official client processes the files of all locales
 * concurrently and sends the version from before the first one each time. That version stays valid until another
 * request changes the asset.
 */
function createProcessingVersions() {
  /** By asset id: the version before the first file was processed, and the version after the last one. */
  const ranges = new Map<string, { readonly from: number; readonly to: number }>()
  const getRange = ({ id, version }: StoredResource<unknown>) => {
    const range = ranges.get(id)
    return range?.to === version ? range : undefined
  }
  return {
    /** Throws `VersionMismatch` unless the sent version is valid. */
    expectVersion(asset: StoredResource<unknown>, sent: number | undefined): void {
      const { from } = getRange(asset) ?? { from: asset.version }
      const isInRange = sent !== undefined && sent >= from && sent <= asset.version
      if (!isInRange) expectVersion(asset, sent)
    },
    /** Records that a file was processed. `previous` is the asset before the change. */
    recordProcessed(previous: StoredResource<unknown>): void {
      const { from } = getRange(previous) ?? { from: previous.version }
      ranges.set(previous.id, { from, to: previous.version + 1 })
    },
  }
}
