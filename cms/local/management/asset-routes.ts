import type { FastifyInstance } from 'fastify'
import { createNotFoundError, createValidationError } from '#cms/local/http/rest-error.ts'
import type { StoredResource } from '#cms/local/store/resource-table.ts'
import type { Store, StoredContent } from '#cms/local/store/store.ts'
import type { DispatchWebhooks } from '#cms/local/webhooks/webhook-topics.ts'
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
import { toResourceSys } from './resource-sys.ts'
import { removeNullValues } from './validation/validate-field-values.ts'

interface ById {
  readonly Params: { readonly id: string }
}

interface File {
  readonly Params: { readonly id: string; readonly locale: string }
}

const assetKind = ({ assets }: Store): LifecycleOptions => ({
  type: 'Asset',
  resources: assets,
  checkPublishable,
  toResponse: (found, host) => ({
    metadata: toMetadata(found.draft.tags),
    sys: toResourceSys('Asset', found),
    fields: addHostToFiles(found.draft.fields, host),
  }),
})

/** Assets: written, processed, published, archived, read, deleted. Answers with their states, for bulk actions. */
export function registerAssetRoutes(
  scope: FastifyInstance,
  store: Store,
  dispatchWebhooks: DispatchWebhooks,
): ContentLifecycle {
  const { assets, files } = store
  const kind = assetKind(store)
  const assetStates = createContentLifecycle(kind, dispatchWebhooks)
  const versions = createProcessingVersions()

  scope.get('/assets', async ({ query, host }) => listAssets(store, query, (found) => kind.toResponse(found, host)))

  scope.get<ById>('/assets/:id', async ({ params, host }) => kind.toResponse(assetStates.existing(params.id), host))

  scope.post('/assets', async ({ body, host }, reply) => {
    const id = createId()
    return reply.code(201).send(assetStates.create(id, content(store, id, body), host))
  })

  scope.put<ById>('/assets/:id', async ({ params: { id }, body, headers, host }, reply) => {
    const version = getSentVersion(headers)
    const found = assets.get(id)
    if (found) return assetStates.save({ id, version, host }, () => content(store, id, body, found.draft))
    expectNewResource('asset', id, version)
    return reply.code(201).send(assetStates.create(id, content(store, id, body), host))
  })

  // At once, not in the background: the client asks at once, and then only every 3 s (docs/contentful.md).
  scope.put<File>('/assets/:id/files/:locale/process', async ({ params: { id, locale }, headers, host }, reply) => {
    if (!store.locales.all().some(({ draft }) => draft.code === locale)) throw createNotFoundError('Locale', locale)
    const version = getSentVersion(headers)
    const found = assetStates.existing(id)
    const { success, data } = unprocessedFileSchema.safeParse(found.draft.fields.file?.[locale])
    if (!success) {
      expectVersion(found, version)
      throw createValidationError([{ name: 'required', path: ['fields', 'file', locale, 'uploadFrom'] }])
    }
    versions.expect(found, version)
    const processed = await processAssetFile(id, locale, data, files)
    const now = assetStates.existing(id)
    versions.expect(now, version)
    const { fields, tags } = now.draft
    const change = { id, version: now.version, host }
    assetStates.save(change, () => ({ tags, fields: { ...fields, file: { ...fields.file, [locale]: processed } } }))
    versions.processed(now)
    return reply.code(204).send()
  })

  registerLifecycleRoutes(scope, '/assets', assetStates)
  return assetStates
}

function content(store: Store, id: string, body: unknown, before?: StoredContent): StoredContent {
  const sent = parseManagementBody(assetBodySchema, body)
  const locales = store.locales.all().map(({ draft }) => draft)
  const fields = parseAssetFields(id, removeNullValues(sent.fields), store.files, locales)
  return { fields, tags: parseTagIds(sent.metadata, before?.tags, store) }
}

/** Every file that is there must have been processed, and one must be there. */
function checkPublishable({ draft: { fields } }: StoredResource<StoredContent>): void {
  const unprocessed = Object.entries(fields.file ?? {}).filter(([, file]) => !parseProcessedFile(file))
  if (!fields.file) throw createValidationError([{ name: 'required', path: ['fields', 'file'] }])
  if (unprocessed.length === 0) return
  throw createValidationError(
    unprocessed.map(([locale]) => ({ name: 'required', path: ['fields', 'file', locale, 'url'] })),
  )
}

/**
 * The official client processes the files of all languages at once, each under the version that the asset had before
 * the first of them. Until something else changes the asset, that version is as good as the newest.
 */
function createProcessingVersions() {
  /** By asset: the version that its processing began with, and the one that it led to. */
  const runs = new Map<string, { readonly from: number; readonly to: number }>()
  const runOf = ({ id, version }: StoredResource<unknown>) => {
    const run = runs.get(id)
    return run?.to === version ? run : undefined
  }
  return {
    /** Throws where the client means another version. */
    expect(found: StoredResource<unknown>, sent: number | undefined): void {
      const { from } = runOf(found) ?? { from: found.version }
      const isOfThisRun = sent !== undefined && sent >= from && sent <= found.version
      if (!isOfThisRun) expectVersion(found, sent)
    },
    /** A file was processed; `before` is what the asset was until then. */
    processed(before: StoredResource<unknown>): void {
      const { from } = runOf(before) ?? { from: before.version }
      runs.set(before.id, { from, to: before.version + 1 })
    },
  }
}
