import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalContentful } from '#cms/local/server.ts'
import { model } from '#cms/model/model.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import type { Seed, SeedEntry } from '#cms/seed/seed-types.ts'
import { planSpace, type SeedSpaceOptions, seedSpace } from '#cms/sync/apply/seed-space.ts'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { LOCALE } from '#shared/constants.ts'
import { smallModel, smallSeed } from './small-seed.ts'
import { copyOfSnapshot } from './snapshot.ts'
import { managementClient } from './test-contentful.ts'

/** A local Contentful with nothing in it. */
export const emptySpace = async () => spaceIn(await mkdtemp(join(tmpdir(), 'contentful-')))

/** A local Contentful with what this folder holds. It removes the folder. */
export async function spaceIn(folder: string) {
  const server = await startLocalContentful({ port: 0, folder })
  return {
    url: server.url,
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** A seeded space, and the client with which an editor works in it. */
export async function editedSpace() {
  const space = await spaceIn(await copyOfSnapshot('small', (url) => seedSmall(url)))
  return { ...space, client: managementClient(space.url) }
}

/** A space with all content of the site. */
export const fullSpace = async () =>
  spaceIn(await copyOfSnapshot('full', (url) => seedSmall(url, { seed: readSeed(), model })))

export type Edited = Awaited<ReturnType<typeof editedSpace>>

/** A field more in a content type, as an owner adds it: nobody else knows of it. */
export async function addField({ client }: Pick<Edited, 'client'>, contentTypeId: string, field: object) {
  const at = { contentTypeId }
  const type = await client.contentType.get(at)
  const own = { name: 'Own', required: false, localized: false, disabled: false, omitted: false, validations: [] }
  const fields = [...type.fields, { id: 'own', type: 'Symbol', ...own, ...field }]
  await client.contentType.publish(at, await client.contentType.update(at, { ...type, fields }))
}

/** Changes a field of an entry as the web app saves it while an editor types: nothing is published. */
export async function saveDraft({ client }: Pick<Edited, 'client'>, entryId: string, field: string, value: unknown) {
  const entry = await client.entry.get({ entryId })
  return client.entry.update({ entryId }, { ...entry, fields: { ...entry.fields, [field]: { [LOCALE]: value } } })
}

/** Seeds the small seed, or what the task says instead. */
export const seedSmall = (url: string, task: Partial<SeedSpaceOptions> = {}) =>
  seedSpace({ ...smallTask(url), ...task })

/** What that would do. */
export const planSmall = (url: string, task: Partial<SeedSpaceOptions> = {}) =>
  planSpace({ ...smallTask(url), ...task })

const smallTask = (url: string): SeedSpaceOptions => ({
  connection: getLocalManagementConnection(url),
  seed: smallSeed,
  model: smallModel,
  mediaFolder: 'public/media',
})

/** The small seed with other values in one entry. */
export const withFields = (id: string, fields: SeedEntry['fields']): Seed => ({
  ...smallSeed,
  entries: smallSeed.entries.map((entry) =>
    entry.id === id ? { ...entry, fields: { ...entry.fields, ...fields } } : entry,
  ),
})

/** All that a space holds by its name, and what is published of it, without what differs from one seeding to the next. */
export async function stateOf(url: string) {
  const client = managementClient(url)
  const query = { limit: 1_000 }
  const types = (await client.contentType.getMany({ query })).items
  const forms = await Promise.all(
    types.map(({ sys }) => client.editorInterface.get({ contentTypeId: sys.id }).catch(() => null)),
  )
  const assets = (await client.asset.getMany({ query })).items
  const entries = (await client.entry.getMany({ query })).items
  return Object.fromEntries([
    ...types.map(({ sys, name, fields }) => [`content type ${sys.id}`, { published: isPublished(sys), name, fields }]),
    ...forms.map((form, place) => [`editor interface ${types[place]?.sys.id}`, form?.controls]),
    ...assets.map(({ sys, fields: { title, file } }) => {
      const { fileName, url: address, details } = file['en-US'] ?? {}
      const content = { fileName, processed: address !== undefined, size: details?.size }
      return [`asset ${sys.id}`, { published: isPublished(sys), title, content }]
    }),
    ...entries.map(({ sys, fields }) => [`entry ${sys.id}`, { published: isPublished(sys), fields }]),
  ])
}

/** Published, and not changed since (docs/contentful.md, Versions). */
const isPublished = ({ version, publishedVersion = -1 }: { version: number; publishedVersion?: number }) =>
  version === publishedVersion + 1
