import { stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { ContentSource, SourceAssetFile } from 'contentful-local/schema'
import { executeQuery } from 'contentful-local/schema'
import { print } from 'graphql'
import { modelContentTypes } from '#cms/model/print-model-schema.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import { createSeedContentSource } from '#cms/seed/seed-content-source.ts'
import type { SeedAsset } from '#cms/seed/seed-types.ts'
import { runCommand } from '#scripts/cli/run-command.ts'
import { readImageFile, saveMediaCache } from './image-file.ts'
import { readSiteQueries } from './site-queries.ts'
import { updateGeneratedFile } from './update-generated-file.ts'

/** The folder of the bundled content, which the site shows when the CMS is unreachable. */
const BUNDLED_CONTENT_FOLDER = 'src/content/bundled'
const MEDIA = resolve('public/media')

/**
 * Writes src/content/bundled/<query>.json by executing the site's queries over the seed, so that the bundled content has
 * exactly the shape of a GraphQL response. URLs are relative to the asset prefix.
 */
export async function bundleContent(): Promise<void> {
  const source = await readSeedSource()
  for (const [name, document] of Object.entries(await readSiteQueries())) {
    const query = print(document)
    const { data, errors } = executeQuery({ contentTypes: modelContentTypes, source, query })
    if (errors?.length || !data) throw new Error(`The query ${name} fails over the seed: ${errors?.[0]?.message}`)
    const file = join(BUNDLED_CONTENT_FOLDER, `${name.toLowerCase()}.json`)
    await updateGeneratedFile(file, `${JSON.stringify(data)}\n`, { check: false })
  }
  await saveMediaCache()
}

async function readSeedSource(): Promise<ContentSource> {
  const seed = readSeed()
  const files = new Map(
    await Promise.all(seed.assets.map(async (asset) => [asset.id, await readAssetFile(asset)] as const)),
  )
  return createSeedContentSource(seed, ({ id }) => {
    const file = files.get(id)
    if (!file) throw new Error(`No file for the asset ${id}`)
    return file
  })
}

/** The URL of an image is that of its derived images (derive-images.ts), the URL of a video its path below public/media. */
async function readAssetFile({ file }: SeedAsset): Promise<SourceAssetFile> {
  const path = join(MEDIA, file)
  const { size } = await stat(path)
  if (file.endsWith('.mp4')) return { url: file, fileName: basename(file), contentType: 'video/mp4', size }
  const { fileName, contentType, width, height } = await readImageFile(path)
  return { url: `derived/${fileName}`, fileName, contentType, size, width, height }
}

if (import.meta.main) await runCommand(bundleContent)
