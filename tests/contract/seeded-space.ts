import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalContentfulOptions, startLocalContentful } from 'contentful-local'
import { CONTENTFUL_RATE_LIMITS, LOCAL_TOKENS } from 'contentful-local/constants'
import { model } from '#cms/model/model.gen.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import type { Seed, SeedEntry } from '#cms/seed/seed-types.ts'
import { planSpace, type SeedSpaceOptions, seedSpace } from '#cms/sync/apply/seed-space.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { LOCALE } from '#shared/constants.ts'
import { smallModel, smallSeed } from './small-seed.ts'
import { copySnapshot } from './snapshot.ts'
import { createManagementClient } from './test-contentful.ts'

/** Starts an empty local Contentful. */
export const createEmptySpace = async (options: Pick<LocalContentfulOptions, 'limits'> = {}) =>
  startSpaceIn(await mkdtemp(join(tmpdir(), 'contentful-')), options)

/** Starts an empty local Contentful with Contentful's rate limits, for tests that seed it. */
export const createRateLimitedSpace = () => createEmptySpace({ limits: CONTENTFUL_RATE_LIMITS })

/** Starts a local Contentful on a state folder. Disposing it removes the folder. */
export async function startSpaceIn(folder: string, options: Pick<LocalContentfulOptions, 'limits'> = {}) {
  const server = await startLocalContentful({ port: 0, folder, ...options })
  return {
    url: server.url,
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** Starts a space with the small seed, with a management client for the edits of an editor. */
export async function createSeededSpace() {
  const space = await startSpaceIn(await copySnapshot('small', (url) => seedTestSpace(url)))
  return { ...space, client: createManagementClient(space.url) }
}

/** Starts a space with all content of the site. */
export const createSiteSpace = async () =>
  startSpaceIn(await copySnapshot('full', (url) => seedTestSpace(url, { seed: readSeed(), model })))

export type SeededSpace = Awaited<ReturnType<typeof createSeededSpace>>

/** Adds a field to a content type in the space. The model in the repository does not have it. */
export async function addField({ client }: Pick<SeededSpace, 'client'>, contentTypeId: string, field: object) {
  const params = { contentTypeId }
  const type = await client.contentType.get(params)
  const defaults = { name: 'Own', required: false, localized: false, disabled: false, omitted: false, validations: [] }
  const fields = [...type.fields, { id: 'own', type: 'Symbol', ...defaults, ...field }]
  await client.contentType.publish(params, await client.contentType.update(params, { ...type, fields }))
}

/** Saves a field of an entry without publishing it, as the web app does while an editor types. */
export async function saveDraft(
  { client }: Pick<SeededSpace, 'client'>,
  entryId: string,
  field: string,
  value: unknown,
) {
  const entry = await client.entry.get({ entryId })
  return client.entry.update({ entryId }, { ...entry, fields: { ...entry.fields, [field]: { [LOCALE]: value } } })
}

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
  mediaFolder: 'public/media',
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
