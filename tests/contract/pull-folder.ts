import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import * as z from 'zod'
import { model } from '#cms/model/model.ts'
import { getSeedEntriesFile, type Seed } from '#cms/seed/seed-types.ts'
import { getLocalDeliveryConnection } from '#cms/sync/contentful/space-connections.ts'
import { formatSeedFile, type SeedRecords } from '#cms/sync/pull/pull-changes.ts'
import { type PullOptions, pullSpace } from '#cms/sync/pull/pull-space.ts'
import { isModelContentType } from '#cms/sync/pull/to-seed-entries.ts'
import { LOCALE } from '#shared/constants.ts'
import { seedSmall, spaceIn } from './seeded-space.ts'
import { smallSeed } from './small-seed.ts'
import { copyOfSnapshot } from './snapshot.ts'
import { managementClient } from './test-contentful.ts'

const value = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])
const entriesOfType = z.record(z.string(), z.record(z.string(), value))
const assetsById = z.record(
  z.string(),
  z.object({ file: z.string(), title: z.string(), originalName: z.string().optional() }),
)

/** A seed and its media in a folder of their own, and what a test asks of them. */
export async function pullFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'pull-test-'))
  const seedFolder = join(folder, 'seed')
  const mediaFolder = join(folder, 'media')
  const entryFile = (type: string) => join(seedFolder, 'entries', getSeedEntriesFile(type).split('/').at(-1) ?? '')
  const json = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'))
  return {
    folder,
    seedFolder,
    mediaFolder,
    pull: (url: string, task: Partial<PullOptions> = {}) =>
      pullSpace({ connection: getLocalDeliveryConnection(url), seedFolder, mediaFolder, ...task }),
    /** A seed of the real media. */
    write: async ({ assets, entries }: Seed) => {
      await mkdir(join(seedFolder, 'entries'), { recursive: true })
      const records = (things: readonly { readonly id: string; readonly record: SeedRecords[string] }[]) =>
        formatSeedFile(Object.fromEntries(things.map(({ id, record }) => [id, record])))
      await writeFile(join(seedFolder, 'assets.json'), records(assets.map(({ id, ...record }) => ({ id, record }))))
      for (const type of Object.keys(model)) {
        const ofType = entries.filter((entry) => entry.type === type)
        await writeFile(entryFile(type), records(ofType.map(({ id, fields }) => ({ id, record: fields }))))
      }
      for (const { file } of assets) await cp(join('public/media', file), join(mediaFolder, file))
    },
    /** Every file with its content and the time of its last change. */
    state: async () => {
      const names = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = names.filter((name) => name.isFile()).map((name) => join(name.parentPath, name.name))
      const states = files.map(async (file) => {
        const { mtimeNs } = await stat(file, { bigint: true })
        const content = await readFile(file, 'base64')
        return [relative(folder, file).split(sep).join('/'), { mtimeNs, content }] as const
      })
      return Object.fromEntries(await Promise.all(states))
    },
    assets: async () => assetsById.parse(await json(join(seedFolder, 'assets.json'))),
    entries: async (type: string) => entriesOfType.parse(await json(entryFile(type))),
    media: (file: string) => readFile(join(mediaFolder, file)),
    /** The seed as the seed command reads it. */
    seed: async (): Promise<Seed> => {
      const assets = assetsById.parse(await json(join(seedFolder, 'assets.json')))
      const types = Object.keys(model).filter(isModelContentType)
      const entries = types.map(async (type) => {
        const ofType = entriesOfType.parse(await json(entryFile(type)))
        return Object.entries(ofType).map(([id, fields]) => ({ id, type, fields }))
      })
      return {
        assets: Object.entries(assets).map(([id, { originalName, ...asset }]) => ({
          id,
          ...asset,
          ...(originalName !== undefined && { originalName }),
        })),
        entries: (await Promise.all(entries)).flat(),
      }
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

/** A space with the small seed in it, the same seed in a folder, and the client with which an editor works. */
export async function pulledSpace() {
  const space = await spaceIn(await copyOfSnapshot('pulled', (url) => seedSmall(url, { model })))
  const folder = await pullFolder()
  await folder.write(smallSeed)
  const client = managementClient(space.url)
  return {
    ...folder,
    url: space.url,
    client,
    pull: (task: Partial<PullOptions> = {}) => folder.pull(space.url, task),
    /** An editor puts another file in an asset's place. */
    replaceFile: async (assetId: string, file: Buffer, fileName: string, contentType = 'image/jpeg') => {
      const upload = await client.upload.create({}, { file: new Uint8Array(file).buffer })
      const uploadFrom = { sys: { type: 'Link' as const, linkType: 'Upload' as const, id: upload.sys.id } }
      const asset = await client.asset.get({ assetId })
      const fields = { ...asset.fields, file: { [LOCALE]: { contentType, fileName, uploadFrom } } }
      const changed = await client.asset.update({ assetId }, { ...asset, fields })
      await client.asset.publish({ assetId }, await client.asset.processForAllLocales({}, changed))
    },
    /** Seeds the space with what lies in the folder. */
    seedAgain: async () => seedSmall(space.url, { model, seed: await folder.seed(), mediaFolder: folder.mediaFolder }),
    async [Symbol.asyncDispose]() {
      await folder[Symbol.asyncDispose]()
      await space[Symbol.asyncDispose]()
    },
  }
}
