import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { model } from '#cms/model/model.gen.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import type { Seed, SeedEntry } from '#cms/seed/seed-types.ts'
import { startFilledSpace, type TestSpace } from '#local-tests/start-space.ts'
import { LOCALE } from '#shared/constants.ts'
import { seedTestSpace } from './seed-test-space.ts'
import { selectWithLinked } from './small-seed.ts'

/** Number of photographs and of logos in the space at the beginning. */
export const INITIAL_COUNT = 3

/** Part of the real seed: the pages that list pictures, with `INITIAL_COUNT` pictures each. */
const pictureSeed: Seed = selectWithLinked(limitLists(readSeed()), ['galleryPage', 'servicesPage'])

function limitLists({ assets, entries }: Seed): Seed {
  const limitEntryLists = ({ fields, ...entry }: SeedEntry): SeedEntry => {
    const lists = Object.entries(fields).filter(([name]) => name === 'images' || name === 'affiliations')
    const limitedLists = lists.map(([name, ids]) => [name, Array.isArray(ids) ? ids.slice(0, INITIAL_COUNT) : ids])
    return { ...entry, fields: { ...fields, ...Object.fromEntries(limitedLists) } }
  }
  return { assets, entries: entries.map(limitEntryLists) }
}

/** Starts a local Contentful with both pages, and creates a folder for the files to add. */
export async function createPictureSpace() {
  const local = await startFilledSpace('pictures', (url) => seedTestSpace(url, { seed: pictureSeed, model }))
  const pictureFolder = await mkdtemp(join(tmpdir(), 'pictures-'))
  return {
    ...local,
    pictureFolder,
    writeFile: (name: string, content: Buffer | string) => writeFile(join(pictureFolder, name), content),
    async [Symbol.asyncDispose]() {
      await local[Symbol.asyncDispose]()
      await rm(pictureFolder, { recursive: true })
    },
  }
}

export type PictureSpace = Awaited<ReturnType<typeof createPictureSpace>>

/** Ids of the entries in a list field of the current version of a page, drafts included. */
export async function readListedIds({ client }: Pick<TestSpace, 'client'>, entryId = 'gallery-page', field = 'images') {
  const links: readonly { readonly sys: { readonly id: string } }[] = (await client.entry.get({ entryId })).fields[
    field
  ][LOCALE]
  return links.map(({ sys }) => sys.id)
}
