import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import * as z from 'zod'
import { model } from '#cms/model/model.gen.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import { getSeedEntriesFile, TYPES_BY_SEED_FILE } from '#cms/seed/seed-files.ts'
import type { Seed } from '#cms/seed/seed-types.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { formatSeedFile, type SeedRecords } from '#cms/sync/pull/pull-changes.ts'
import { type PullOptions, pullSpace } from '#cms/sync/pull/pull-space.ts'
import { startFilledSpace } from '#local-tests/start-space.ts'
import { FIRST_MEDIA_FOLDER } from '#tests/first-content/first-content.ts'
import { replaceFile } from '#tests/setup/content.ts'
import { seedTestSpace } from '#tests/setup/contentful/seed-test-space.ts'
import { smallSeed } from '#tests/setup/contentful/small-seed.ts'

const seedValue = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])
const entriesSchema = z.record(z.string(), z.record(z.string(), z.record(z.string(), seedValue)))
const assetsSchema = z.record(
  z.string(),
  z.object({ file: z.string(), title: z.string(), originalName: z.string().optional() }),
)

/** Creates a temporary folder for a seed and its media, with functions that write, pull and read it. */
export async function createPullFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'pull-test-'))
  const seedFolder = join(folder, 'seed')
  const mediaFolder = join(folder, 'media')
  const getEntryFile = (type: string) => join(seedFolder, 'entries', getSeedEntriesFile(type).split('/').at(-1) ?? '')
  const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'))
  return {
    folder,
    seedFolder,
    mediaFolder,
    pull: (url: string, options: Partial<PullOptions> = {}) =>
      pullSpace({ connection: getLocalConnection(url, 'delivery'), seedFolder, mediaFolder, ...options }),
    /** Writes a seed with its files. */
    writeSeed: async ({ assets, entries }: Seed) => {
      await mkdir(join(seedFolder, 'entries'), { recursive: true })
      const toRecords = (items: readonly { readonly id: string; readonly record: SeedRecords[string] }[]) =>
        Object.fromEntries(items.map(({ id, record }) => [id, record]))
      const assetRecords = toRecords(assets.map(({ id, ...record }) => ({ id, record })))
      await writeFile(join(seedFolder, 'assets.json'), formatSeedFile(assetRecords))
      for (const [name, types] of TYPES_BY_SEED_FILE) {
        const recordsByType = types.map((type) => {
          const typeEntries = entries.filter((entry) => entry.type === type)
          return [type, toRecords(typeEntries.map(({ id, fields }) => ({ id, record: fields })))] as const
        })
        const text = formatSeedFile(Object.fromEntries(recordsByType))
        await writeFile(join(seedFolder, 'entries', name), text)
      }
      for (const { file } of assets) await cp(join(FIRST_MEDIA_FOLDER, file), join(mediaFolder, file))
    },
    /** Reads all files with their content and modification time. */
    readState: async () => {
      const directoryEntries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = directoryEntries
        .filter((directoryEntry) => directoryEntry.isFile())
        .map((directoryEntry) => join(directoryEntry.parentPath, directoryEntry.name))
      const states = files.map(async (file) => {
        const { mtimeNs } = await stat(file, { bigint: true })
        const content = await readFile(file, 'base64')
        return [relative(folder, file).split(sep).join('/'), { mtimeNs, content }] as const
      })
      return Object.fromEntries(await Promise.all(states))
    },
    readAssets: async () => assetsSchema.parse(await readJson(join(seedFolder, 'assets.json'))),
    readEntries: async (type: string) => entriesSchema.parse(await readJson(getEntryFile(type)))[type] ?? {},
    readMedia: (file: string) => readFile(join(mediaFolder, file)),
    /** Reads the seed in the format of the seed command. */
    readSeed: () => readSeed(seedFolder),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

export type PullFolder = Awaited<ReturnType<typeof createPullFolder>>

/** Starts a space with the small seed, writes the same seed to a folder, and creates a management client. */
export async function createPullSpace() {
  const space = await startFilledSpace('pulled', (url) => seedTestSpace(url, { model }))
  const folder = await createPullFolder()
  await folder.writeSeed(smallSeed)
  const { client } = space
  return {
    ...folder,
    url: space.url,
    client,
    pull: (options: Partial<PullOptions> = {}) => folder.pull(space.url, options),
    /** Replaces the file of an asset and publishes it. */
    replaceFile: (assetId: string, file: Buffer, fileName: string, contentType = 'image/jpeg') =>
      replaceFile(space, assetId, file, { fileName, contentType }),
    /** Seeds the space with the seed of the folder. */
    seedSpace: async () =>
      seedTestSpace(space.url, { model, seed: folder.readSeed(), mediaFolder: folder.mediaFolder }),
    async [Symbol.asyncDispose]() {
      await folder[Symbol.asyncDispose]()
      await space[Symbol.asyncDispose]()
    },
  }
}
