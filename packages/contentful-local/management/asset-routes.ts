import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { createValidationError, expectExisting } from '#local/engine/rest-error.ts'
import type { DispatchWebhooks } from '#local/engine/webhook-events.ts'
import { createValueError, expectVersion, getSentVersion, parseManagementBody } from '#local/http/parse-request.ts'
import { type ProcessedFile, processedFileSchema } from '#local/shared/processed-file.ts'
import { type FieldValues, fieldValuesSchema, type StoredEntity } from '#local/store/entity-table.ts'
import { addHostToFile } from '#local/store/file-store.ts'
import type { Store } from '#local/store/store.ts'
import { createEntityService, type EntityService } from './entity-service.ts'
import { processAssetFile, unprocessedFileSchema } from './process-asset-file.ts'

export const createAssetService = (store: Store, dispatchWebhooks: DispatchWebhooks): EntityService =>
  createEntityService(store, 'Asset', {
    parseFields: (sent, { id }) => parseFields(id, sent, store),
    toFields: (fields, host) => {
      if (!fields.file) return fields
      const hosted = Object.entries(fields.file).map(([locale, file]) => [locale, addHostToFile(file, host) ?? file])
      return { ...fields, file: Object.fromEntries(hosted) }
    },
    checkPublishable: ({ draft: { fields } }) => {
      if (!fields.file) throw createValueError('required', ['fields', 'file'])
      const errors = Object.entries(fields.file)
        .filter(([, file]) => !processedFileSchema.safeParse(file).success)
        .map(([locale]) => ({ name: 'required', path: ['fields', 'file', locale, 'url'] }))
      if (errors.length > 0) throw createValidationError(errors)
    },
    dispatchWebhooks,
  })

export function registerAssetRoutes(scope: FastifyInstance, store: Store, service: EntityService): void {
  const { locales, files } = store
  service.registerEntityRoutes(scope)

  /** By asset id: the version before the first file was processed, and the asset after the last one. */
  const processedVersions = new Map<string, { readonly from: number; readonly to: StoredEntity }>()
  /**
   * Throws `VersionMismatch` unless a file can be processed. The official client processes the files of all locales
   * concurrently and sends the version from before the first one each time. That version, which is returned, stays valid
   * until another request changes the asset.
   */
  const expectProcessable = (asset: StoredEntity, sent: number | undefined) => {
    const range = processedVersions.get(asset.id)
    const isUnchanged = range?.to.version === asset.version && range.to.updatedAt === asset.updatedAt
    const from = isUnchanged ? range.from : asset.version
    if (sent === undefined || sent < from || sent > asset.version) expectVersion(asset.id, asset.version, sent)
    return from
  }

  // It responds after processing: the client polls immediately, and then only every 3 s (docs/contentful.md).
  scope.put<{ Params: { id: string; locale: string } }>(
    '/assets/:id/files/:locale/process',
    async ({ params, headers, host }, reply) => {
      const { id, locale } = params
      const known = locales.all().find(({ draft }) => draft.code === locale)
      expectExisting(known, 'Locale', locale)
      const version = getSentVersion(headers)
      const asset = service.getExisting(id)
      const { success, data } = unprocessedFileSchema.safeParse(asset.draft.fields.file?.[locale])
      if (!success) {
        expectVersion(id, asset.version, version)
        throw createValueError('required', ['fields', 'file', locale, 'uploadFrom'])
      }
      expectProcessable(asset, version)
      await files.processing.add(async () => {
        const processedFile = await processAssetFile(id, locale, data, files)
        const current = service.getExisting(id)
        const from = expectProcessable(current, version)
        service.save({ id, version: current.version, host }, ({ draft: { fields, tags } }) => ({
          tags,
          fields: { ...fields, file: { ...fields.file, [locale]: processedFile } },
        }))
        processedVersions.set(id, { from, to: service.getExisting(id) })
      })
      return reply.code(204).send()
    },
  )
}

/** Parses the fields of an asset into the values to store. Throws if a field is invalid. */
function parseFields(id: string, sent: object, { locales, files }: Store): FieldValues {
  const codes = locales.all().map(({ draft }) => draft.code)
  const byLocale = <Value extends z.ZodType>(value: Value) => z.partialRecord(z.enum(codes), value).optional()
  const isElsewhere = ({ url }: ProcessedFile) => files.elsewhere.get(url) !== undefined
  /** The processed file from an earlier response, with any host in its URL unless it is on another server. */
  const unchangedFileSchema = processedFileSchema
    .transform((file) => (isElsewhere(file) ? file : { ...file, url: file.url.replace(/^(https?:)?\/\/[^/]+/, '') }))
    .refine(
      (file) => isElsewhere(file) || (file.url.startsWith(`/assets/local/${id}/`) && files.getServedFile(file.url)),
      { abort: true },
    )
  const fileSchema = z.union([unprocessedFileSchema, unchangedFileSchema], {
    error: 'Must have an upload (uploadFrom), a URL on this machine (upload), or be an unchanged processed file',
  })
  const fieldsSchema = z.strictObject({
    title: byLocale(z.string().max(256).nullable()),
    description: byLocale(z.string().max(50_000).nullable()),
    file: byLocale(fileSchema),
  })
  return fieldValuesSchema.parse(parseManagementBody(z.object({ fields: fieldsSchema }), { fields: sent }).fields)
}
