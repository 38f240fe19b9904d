import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { detectMediaType, processAssetFile } from './management/process-asset-file.ts'
import type { FileStore } from './store/file-store.ts'
import type { ResourceTable } from './store/resource-table.ts'
import type { Store, StoredContent } from './store/store.ts'

const idSchema = z.string().min(1)
const linkSchema = z.object({ sys: z.object({ id: idSchema }) })
const versionSchema = z.number().nullish()
const publishableSys = { id: idSchema, publishedVersion: versionSchema, archivedVersion: versionSchema }
const recordSchema = z.record(z.string(), z.unknown())
const list = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(z.object(shape)).default([])

const contentSchema = list({
  sys: z.object({ ...publishableSys, contentType: linkSchema.optional() }),
  metadata: z.object({ tags: z.array(linkSchema).default([]) }).nullish(),
  fields: z.record(z.string(), recordSchema).default({}),
})

/** The parts of an export that are imported. Roles and webhooks are not: they belong to people and servers elsewhere. */
const exportSchema = z.object({
  contentTypes: list({
    sys: z.object(publishableSys),
    name: z.string(),
    description: z.string().nullish(),
    displayField: z.string().nullish(),
    fields: z.array(z.looseObject({ id: z.string(), name: z.string(), type: z.string() })).default([]),
  }),
  editorInterfaces: list({
    sys: z.object({ contentType: linkSchema }),
    controls: z.array(recordSchema).default([]),
    sidebar: z.array(recordSchema).optional(),
    editors: z.array(recordSchema).optional(),
    editorLayout: z.array(recordSchema).optional(),
    groupControls: z.array(recordSchema).optional(),
  }),
  locales: list({
    code: z.string(),
    name: z.string(),
    fallbackCode: z.string().nullable().default(null),
    default: z.boolean().default(false),
    optional: z.boolean().default(false),
    contentDeliveryApi: z.boolean().default(true),
    contentManagementApi: z.boolean().default(true),
  }),
  tags: list({
    name: z.string(),
    sys: z.object({ id: idSchema, visibility: z.enum(['public', 'private']).default('private') }),
  }),
  entries: contentSchema,
  assets: contentSchema,
})

type ExportedContent = z.output<typeof contentSchema>[number]

/** A file that cannot be imported. The message names the file and the reason. */
export class ExportFileError extends Error {
  override readonly name = 'ExportFileError'
}

/**
 * Fills an empty space with an export of contentful-export. Resources keep their ids and their state; a changed entry or
 * asset is published with its draft, because an export has only that version. Files of assets are read from the folder of
 * the export, where `--download-assets` puts them. Returns the counts, and one line for each file that was not found or
 * cannot be used: its asset is a draft without a URL. Throws `ExportFileError`; the space is then unchanged.
 */
export async function importExportFile(store: Store, path: string) {
  const { contentTypes, editorInterfaces, locales, tags, entries, ...content } = await readExport(path)
  const missingFiles: string[] = []
  const assets: ExportedContent[] = []
  for (const asset of content.assets) assets.push(await importFiles(store.files, asset, dirname(path), missingFiles))
  store.runTransaction(() => {
    // The locales of the export replace the default locale of an empty space.
    if (locales.some((locale) => locale.default)) {
      for (const { id } of store.locales.all()) store.locales.remove(id)
      for (const locale of locales) store.locales.create(locale.code, locale)
    }
    for (const { name, sys } of tags) store.tags.create(sys.id, { name, visibility: sys.visibility })
    for (const { sys, description, ...type } of contentTypes) {
      store.contentTypes.create(sys.id, { id: sys.id, description: description ?? '', ...type })
      if (typeof sys.publishedVersion === 'number') store.contentTypes.publish(sys.id)
    }
    for (const { sys, ...editorInterface } of editorInterfaces)
      store.editorInterfaces.create(sys.contentType.sys.id, editorInterface)
    for (const asset of assets) importContent(store.assets, asset)
    for (const entry of entries) importContent(store.entries, entry)
  })
  return { contentTypes: contentTypes.length, entries: entries.length, assets: assets.length, missingFiles }
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

function importContent(table: ResourceTable<StoredContent>, { sys, metadata, fields }: ExportedContent): void {
  table.create(sys.id, { fields, tags: metadata?.tags.map((tag) => tag.sys.id) ?? [] }, sys.contentType?.sys.id)
  if (typeof sys.archivedVersion === 'number') table.archive(sys.id)
  else if (typeof sys.publishedVersion === 'number') table.publish(sys.id)
}

/** Stores the files of an asset. An asset whose file is missing cannot be published. */
async function importFiles(files: FileStore, asset: ExportedContent, folder: string, missingFiles: string[]) {
  const { sys, fields } = asset
  const { file = {}, ...texts } = fields
  const imported: [locale: string, file: unknown][] = []
  for (const [locale, value] of Object.entries(file)) {
    try {
      imported.push([locale, await importFile(files, sys.id, locale, value, folder)])
    } catch (error) {
      missingFiles.push(`asset ${sys.id}, ${locale}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const isComplete = imported.length === Object.keys(file).length
  return {
    ...asset,
    sys: isComplete ? sys : { ...sys, publishedVersion: null },
    fields: imported.length > 0 ? { ...texts, file: Object.fromEntries(imported) } : texts,
  }
}

const fileSchema = z.object({ url: z.string(), fileName: z.string(), contentType: z.string() })

async function importFile(files: FileStore, assetId: string, locale: string, value: unknown, folder: string) {
  const { url, fileName, contentType } = fileSchema.parse(value)
  const { host, pathname } = new URL(url, 'https://localhost')
  const path = join(folder, host, decodeURIComponent(pathname))
  const content = await readFile(path)
  const { id } = await files.addUpload(content)
  const uploadFrom = { sys: { type: 'Link', linkType: 'Upload', id } } as const
  const file = { fileName, contentType: detectMediaType(content) ?? contentType, uploadFrom }
  return processAssetFile(assetId, locale, file, files)
}
