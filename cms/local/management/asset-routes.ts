import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { createValidationError } from '#local/http/rest-error.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { FieldValues, Store, StoredContent } from '#local/store/store.ts'
import type { DispatchWebhooks } from '#local/webhooks/webhook-definition.ts'
import { contentBodySchema, fieldValuesSchema, getFieldStatus, parseTagIds, toMetadata } from './content-body.ts'
import { listAssets } from './list-resources.ts'
import {
  createValueError,
  expectExisting,
  expectVersion,
  getSentVersion,
  parseManagementBody,
} from './parse-request.ts'
import { parseProcessedFile, processAssetFile, unprocessedFileSchema } from './process-asset-file.ts'
import { createResourceService, type ResourceService, toLocation } from './resource-service.ts'

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
      if (!fields.file) throw createValueError('required', ['fields', 'file'])
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
  { locales, files, locationSys }: Store,
  service: ResourceService<StoredContent>,
): void {
  service.registerRoutes(scope)

  /** By asset id: the version before the first file was processed, and the version after the last one. */
  const processedVersions = new Map<string, { readonly from: number; readonly to: number }>()
  /**
   * Throws `VersionMismatch` unless a file can be processed. The official client processes the files of all locales
   * concurrently and sends the version from before the first one each time. That version, which is returned, stays valid
   * until another request changes the asset.
   */
  const expectProcessable = (asset: StoredResource<StoredContent>, sent: number | undefined) => {
    const range = processedVersions.get(asset.id)
    const from = range?.to === asset.version ? range.from : asset.version
    if (sent === undefined || sent < from || sent > asset.version) expectVersion(asset, sent)
    return from
  }

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
      throw createValueError('required', ['fields', 'file', locale, 'uploadFrom'])
    }
    expectProcessable(asset, version)
    const processedFile = await processAssetFile(id, locale, data, files)
    const current = service.getExisting(id)
    const from = expectProcessable(current, version)
    service.save({ id, version: current.version, host }, ({ draft: { fields, tags } }) => ({
      tags,
      fields: { ...fields, file: { ...fields.file, [locale]: processedFile } },
    }))
    processedVersions.set(id, { from, to: current.version + 1 })
    return reply.code(204).send()
  })
}

interface FileRoute {
  readonly Params: { readonly id: string; readonly locale: string }
}

/** Parses the fields of an asset into the values to store. Throws if a field is invalid. */
function parseAssetFields(id: string, sent: object, { locales, files }: Store): FieldValues {
  const codes = locales.all().map(({ draft }) => draft.code)
  const byLocale = <Value extends z.ZodType>(value: Value) => z.partialRecord(z.enum(codes), value).optional()
  const fieldsSchema = z.strictObject({
    title: byLocale(z.string().max(256).nullable()),
    description: byLocale(z.string().max(50_000).nullable()),
    file: byLocale(z.unknown()),
  })
  const fields = parseManagementBody(z.object({ fields: fieldsSchema }), { fields: sent }).fields
  const file = fields.file && mapFiles(fields.file, (value, locale) => parseStoredFile(id, locale, value, files))
  return fieldValuesSchema.parse(file ? { ...fields, file } : fields)
}

const mapFiles = (files: Readonly<Record<string, unknown>>, map: (file: unknown, locale: string) => unknown) =>
  Object.fromEntries(Object.entries(files).map(([locale, file]) => [locale, map(file, locale)]))

/** Accepts a new upload, or the processed file from an earlier response with any host in its URL. */
function parseStoredFile(id: string, locale: string, file: unknown, files: Store['files']): unknown {
  const upload = unprocessedFileSchema.safeParse(file)
  if (upload.success) return upload.data
  const processed = parseProcessedFile(file)
  const path = processed?.url.replace(/^(https?:)?\/\/[^/]+/, '') ?? ''
  if (processed && path.startsWith(`/assets/local/${id}/`) && files.getServedFile(path))
    return { ...processed, url: path }
  const details =
    'The file must have an upload (uploadFrom), a URL on this machine (upload), or be an unchanged processed file'
  throw createValueError('invalid', ['fields', 'file', locale], file, details)
}

/** Adds the host to the file URLs. The REST APIs return them without a protocol (docs/contentful.md). */
function addHostToFiles(fields: FieldValues, host: string): FieldValues {
  if (!fields.file) return fields
  const addHost = (file: unknown) => {
    const processed = parseProcessedFile(file)
    return processed ? { ...processed, url: `//${host}${processed.url}` } : file
  }
  return { ...fields, file: mapFiles(fields.file, addHost) }
}
