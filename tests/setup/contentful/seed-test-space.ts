import { LOCAL_TOKENS } from 'contentful-local/constants'
import type { Seed, SeedEntry } from '#cms/seed/seed-types.ts'
import { planSpace, type SeedSpaceOptions, seedSpace } from '#cms/sync/apply/seed-space.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { createManagementClient } from '#local-tests/test-contentful.ts'
import { FIRST_MEDIA_FOLDER } from '#tests/first-content/first-content.ts'
import { smallModel, smallSeed } from './small-seed.ts'

/** Seeds a space with the small seed, unless the options name another one. */
export const seedTestSpace = (url: string, options: Partial<SeedSpaceOptions> = {}) =>
  seedSpace({ ...createSmallSeedOptions(url), ...options })

/** Plans the same seeding without writing. */
export const planTestSpace = (url: string, options: Partial<SeedSpaceOptions> = {}) =>
  planSpace({ ...createSmallSeedOptions(url), ...options })

const createSmallSeedOptions = (url: string): SeedSpaceOptions => ({
  connection: getLocalConnection(url, 'management'),
  seed: smallSeed,
  model: smallModel,
  mediaFolder: FIRST_MEDIA_FOLDER,
})

/** The small seed with changed fields in one entry. */
export const createSeedWithFields = (id: string, fields: SeedEntry['fields']): Seed => ({
  ...smallSeed,
  entries: smallSeed.entries.map((entry) =>
    entry.id === id ? { ...entry, fields: { ...entry.fields, ...fields } } : entry,
  ),
})

/**
 * Reads all content types, editor interfaces, assets and entries of a space by name, with their publishing state.
 * Leaves out values that differ between two identical seedings, such as versions and times.
 */
export async function readSpaceState(url: string) {
  const client = createManagementClient(url, LOCAL_TOKENS.management, { retryOnError: true })
  const query = { limit: 1_000 }
  const types = (await client.contentType.getMany({ query })).items
  const editorInterfaces = await Promise.all(
    types.map(({ sys }) => client.editorInterface.get({ contentTypeId: sys.id }).catch(() => null)),
  )
  const assets = (await client.asset.getMany({ query })).items
  const entries = (await client.entry.getMany({ query })).items
  return Object.fromEntries([
    ...types.map(({ sys, name, fields }) => [`content type ${sys.id}`, { published: isPublished(sys), name, fields }]),
    ...editorInterfaces.map((editorInterface, index) => [
      `editor interface ${types[index]?.sys.id}`,
      editorInterface?.controls,
    ]),
    ...assets.map(({ sys, fields: { title, file } }) => {
      const { fileName, url: address, details } = file['en-US'] ?? {}
      const content = { fileName, processed: address !== undefined, size: details?.size }
      return [`asset ${sys.id}`, { published: isPublished(sys), title, content }]
    }),
    ...entries.map(({ sys, fields }) => [`entry ${sys.id}`, { published: isPublished(sys), fields }]),
  ])
}

/** Published and not changed since (docs/contentful.md, Versions). */
const isPublished = ({ version, publishedVersion = -1 }: { version: number; publishedVersion?: number }) =>
  version === publishedVersion + 1
