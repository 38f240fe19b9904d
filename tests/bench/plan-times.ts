import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { startLocalContentful } from 'contentful-local'
import { model } from '#cms/model/model.gen.ts'
import { formatSeedFile } from '#cms/seed/format-seed-file.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import { getSeedEntriesFile, SEED_ASSETS_FILE } from '#cms/seed/seed-files.ts'
import type { Seed, SeedAsset, SeedEntry } from '#cms/seed/seed-types.ts'
import { seedSpace } from '#cms/sync/apply/seed-space.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { copyProject } from '#tests/setup/process/project-copy.ts'
import { median } from './bench-helpers.ts'

/** Files and folders that the command needs. */
const SOURCES = ['cms', 'packages', 'scripts', 'server', 'shared', 'src', 'package.json', 'package-lock.json']
const RUNS = 3
/** Maximum number of links in a field (docs/contentful.md, Limits). */
const MAX_LINKS = 1_000

/** Measures `npm run cms -- plan` in a copy of the project with `count` photos: without caches, and the median with caches. */
export async function measurePlanTimes(count: number): Promise<{ readonly coldMs: number; readonly warmMs: number }> {
  await using copy = await copyProject(SOURCES)
  const { folder } = copy
  const seed = await writeSeed(folder, count)
  const cms = await startLocalContentful({ port: 0, folder: join(folder, '.contentful') })
  try {
    const mediaFolder = join(folder, 'public/media')
    await seedSpace({ connection: getLocalConnection(cms.url, 'management'), seed, model, mediaFolder })
    await writeFile(join(folder, '.contentful/address.json'), JSON.stringify({ url: cms.url }))
    const coldMs = await measurePlan(folder)
    const warmTimes: number[] = []
    for (let run = 0; run < RUNS; run += 1) warmTimes.push(await measurePlan(folder))
    return { coldMs, warmMs: median(warmTimes) }
  } finally {
    await cms.close()
  }
}

async function measurePlan(cwd: string): Promise<number> {
  const started = performance.now()
  const { stdout } = await promisify(execFile)('npm', ['run', 'cms', '--', 'plan'], { cwd })
  if (!/^[\d,]+ unchanged\.$/m.test(stdout)) throw new Error(`The plan is not empty: ${stdout}`)
  return performance.now() - started
}

/** Writes a seed with `count` photos into the folder: copies of the photos of the seed, each with different content. */
async function writeSeed(folder: string, count: number): Promise<Seed> {
  const { assets, entries } = readSeed()
  const photos = entries.filter(({ type }) => type === 'galleryImage')
  const copies = Array.from({ length: Math.max(count - photos.length, 0) }, (_, index) => {
    const entry = photos[index % photos.length]
    const asset = assets.find(({ id }) => id === entry?.fields.photo)
    if (!entry || !asset) throw new Error('The seed has no photo to copy')
    return { entry, asset, suffix: `copy-${index}` }
  })
  for (const { file } of assets) await copyMedia(folder, file, file)
  for (const { asset, suffix } of copies) await copyMedia(folder, asset.file, addSuffix(asset, suffix), suffix)

  const seed: Seed = {
    assets: [
      ...assets,
      ...copies.map(({ asset, suffix }) => ({
        ...asset,
        id: `${asset.id}-${suffix}`,
        file: addSuffix(asset, suffix),
      })),
    ],
    entries: [
      ...copies.map(({ entry, asset, suffix }) => ({
        ...entry,
        id: `${entry.id}-${suffix}`,
        fields: { ...entry.fields, photo: `${asset.id}-${suffix}` },
      })),
      ...entries.map((entry) => (entry.type === 'galleryPage' ? addPhotos(entry, photos, copies) : entry)),
    ],
  }
  const files = Map.groupBy(seed.entries, ({ type }) => getSeedEntriesFile(type))
  for (const [file, fileEntries] of files) {
    const recordsByType = [...Map.groupBy(fileEntries, ({ type }) => type)].map(([type, typeEntries]) => [
      type,
      Object.fromEntries(typeEntries.map(({ id, fields }) => [id, fields])),
    ])
    await writeFile(join(folder, file), formatSeedFile(Object.fromEntries(recordsByType)))
  }
  const records = Object.fromEntries(seed.assets.map(({ id, ...asset }) => [id, asset]))
  await writeFile(join(folder, SEED_ASSETS_FILE), formatSeedFile(records))
  return seed
}

interface Copy {
  readonly entry: SeedEntry
  readonly asset: SeedAsset
  readonly suffix: string
}

function addPhotos(page: SeedEntry, photos: readonly SeedEntry[], copies: readonly Copy[]): SeedEntry {
  const ids = [...photos.map(({ id }) => id), ...copies.map(({ entry, suffix }) => `${entry.id}-${suffix}`)]
  return { ...page, fields: { ...page.fields, images: ids.slice(0, MAX_LINKS) } }
}

const addSuffix = ({ file }: SeedAsset, suffix: string) => file.replace(/(?=\.\w+$)/, `-${suffix}`)

/** Appends the suffix to the file, which changes its hash. Decoders ignore bytes after the end of a JPEG. */
async function copyMedia(folder: string, from: string, to: string, suffix = ''): Promise<void> {
  const path = join(folder, 'public/media', to)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, Buffer.concat([await readFile(join('public/media', from)), Buffer.from(suffix)]))
}
