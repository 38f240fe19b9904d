import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { detectMediaType, processAssetFile } from './management/process-asset-file.ts'
import type { ResourceTable } from './store/resource-table.ts'
import type { FieldValues, Store, StoredContent } from './store/store.ts'

const id = z.string().min(1)
const link = z.looseObject({ sys: z.looseObject({ id }) })
const publishableSys = z.looseObject({
  id,
  publishedVersion: z.number().nullish(),
  archivedVersion: z.number().nullish(),
})
const parts = z.array(z.record(z.string(), z.unknown())).optional()

const contentSchema = z.looseObject({
  sys: publishableSys.extend({ contentType: link.optional() }),
  metadata: z.looseObject({ tags: z.array(link).default([]) }).nullish(),
  fields: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
})

const fieldSchema = z.looseObject({ id: z.string(), name: z.string(), type: z.string() })

/** The parts of an export that are imported. Roles and webhooks are not: they belong to people and servers elsewhere. */
const exportSchema = z.looseObject({
  contentTypes: z
    .array(
      z.looseObject({
        sys: publishableSys,
        name: z.string(),
        description: z.string().nullish(),
        displayField: z.string().nullish(),
        fields: z.array(fieldSchema).default([]),
      }),
    )
    .default([]),
  editorInterfaces: z
    .array(
      z.looseObject({
        sys: z.looseObject({ contentType: link }),
        controls: parts.default([]),
        sidebar: parts,
        editors: parts,
        editorLayout: parts,
        groupControls: parts,
      }),
    )
    .default([]),
  locales: z
    .array(
      z.looseObject({
        code: z.string(),
        name: z.string(),
        fallbackCode: z.string().nullish(),
        default: z.boolean().default(false),
        optional: z.boolean().default(false),
        contentDeliveryApi: z.boolean().default(true),
        contentManagementApi: z.boolean().default(true),
      }),
    )
    .default([]),
  tags: z
    .array(
      z.looseObject({
        name: z.string(),
        sys: z.looseObject({ id, visibility: z.enum(['public', 'private']).default('private') }),
      }),
    )
    .default([]),
  entries: z.array(contentSchema).default([]),
  assets: z.array(contentSchema).default([]),
})

type ExportedContent = z.output<typeof contentSchema>

/** A file that cannot be imported. The message names the file and the reason. */
export class ExportFileError extends Error {
  override readonly name = 'ExportFileError'
}

/** What was imported. */
export interface ImportReport {
  readonly contentTypes: number
  readonly entries: number
  readonly assets: number
  /** One line for each file of an asset that was not found or cannot be used. Such an asset is a draft without a URL. */
  readonly missingFiles: readonly string[]
}

/**
 * Fills an empty space with an export of contentful-export. Resources keep their ids and their state; a changed entry or
 * asset is published with its draft, because an export has only that version. Files of assets are read from the folder of
 * the export, where `--download-assets` puts them. Throws `ExportFileError`; the space is then unchanged.
 */
export async function importExportFile(store: Store, path: string): Promise<ImportReport> {
  const content = await readExport(path)
  const missingFiles: string[] = []
  const assets = new Map<string, FieldValues>()
  for (const { sys, fields } of content.assets) {
    assets.set(sys.id, await importFiles(store, sys.id, fields, dirname(path), missingFiles))
  }
  store.runTransaction(() => {
    importLocales(store, content.locales)
    for (const { name, sys } of content.tags) store.tags.create(sys.id, { name, visibility: sys.visibility })
    for (const type of content.contentTypes) importContentType(store, type)
    for (const { sys, controls, sidebar, editors, editorLayout, groupControls } of content.editorInterfaces)
      store.editorInterfaces.create(sys.contentType.sys.id, { controls, sidebar, editors, editorLayout, groupControls })
    for (const asset of content.assets) importContent(store.assets, asset, assets.get(asset.sys.id) ?? {})
    for (const entry of content.entries) importContent(store.entries, entry, entry.fields)
  })
  const { contentTypes, entries } = content
  return {
    contentTypes: contentTypes.length,
    entries: entries.length,
    assets: content.assets.length,
    missingFiles,
  }
}

async function readExport(path: string): Promise<z.output<typeof exportSchema>> {
  const json = await readFile(path, 'utf8')
    .then(JSON.parse)
    .catch((error: Error) => {
      throw new ExportFileError(`${path} cannot be read as JSON: ${error.message}`)
    })
  const { success, data, error } = exportSchema.safeParse(json)
  if (!success) throw new ExportFileError(`${path} is not an export of contentful-export: ${z.prettifyError(error)}`)
  if (data.contentTypes.length + data.entries.length + data.assets.length > 0) return data
  throw new ExportFileError(`${path} contains no content types, entries or assets`)
}

/** The locales of the export replace the default locale of an empty space. */
function importLocales({ locales }: Store, exported: z.output<typeof exportSchema>['locales']): void {
  if (!exported.some((locale) => locale.default)) return
  for (const { id: existing } of locales.all()) locales.remove(existing)
  for (const { code, name, fallbackCode = null, ...locale } of exported)
    locales.create(code, {
      name,
      code,
      fallbackCode,
      default: locale.default,
      optional: locale.optional,
      contentDeliveryApi: locale.contentDeliveryApi,
      contentManagementApi: locale.contentManagementApi,
    })
}

function importContentType(store: Store, type: z.output<typeof exportSchema>['contentTypes'][number]): void {
  const { sys, name, description, displayField, fields } = type
  store.contentTypes.create(sys.id, { id: sys.id, name, description: description ?? '', displayField, fields })
  if (typeof sys.publishedVersion === 'number') store.contentTypes.publish(sys.id)
}

/** An asset whose file is missing cannot be published. */
function importContent(table: ResourceTable<StoredContent>, content: ExportedContent, fields: FieldValues): void {
  const { sys, metadata } = content
  const hasAllFiles = Object.keys(fields.file ?? {}).length === Object.keys(content.fields.file ?? {}).length
  table.create(sys.id, { fields, tags: (metadata?.tags ?? []).map((tag) => tag.sys.id) }, sys.contentType?.sys.id)
  if (typeof sys.archivedVersion === 'number') table.archive(sys.id)
  else if (typeof sys.publishedVersion === 'number' && hasAllFiles) table.publish(sys.id)
}

const fileSchema = z.looseObject({ url: z.string(), fileName: z.string(), contentType: z.string() })

async function importFiles(
  store: Store,
  assetId: string,
  fields: FieldValues,
  folder: string,
  missingFiles: string[],
): Promise<FieldValues> {
  const files = await Promise.all(
    Object.entries(fields.file ?? {}).map(async ([locale, value]) => {
      try {
        return [locale, await importFile(store, assetId, locale, value, folder)] as const
      } catch (error) {
        missingFiles.push(`asset ${assetId}, ${locale}: ${error instanceof Error ? error.message : String(error)}`)
        return undefined
      }
    }),
  )
  const imported = files.filter((file) => file !== undefined)
  const { file: _, ...texts } = fields
  return imported.length > 0 ? { ...texts, file: Object.fromEntries(imported) } : texts
}

async function importFile({ files }: Store, assetId: string, locale: string, value: unknown, folder: string) {
  const { url, fileName, contentType } = fileSchema.parse(value)
  const { host, pathname } = new URL(url, 'https://localhost')
  const path = join(folder, host, decodeURIComponent(pathname))
  const content = await readFile(path).catch((error: Error) => {
    throw new Error('code' in error && error.code === 'ENOENT' ? `${path} does not exist` : error.message)
  })
  const uploadFrom = { sys: { type: 'Link', linkType: 'Upload', id: (await files.addUpload(content)).id } } as const
  return processAssetFile(
    assetId,
    locale,
    { fileName, contentType: detectMediaType(content) ?? contentType, uploadFrom },
    files,
  )
}
