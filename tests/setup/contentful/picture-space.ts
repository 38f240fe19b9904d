import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { model } from '#cms/model/model.gen.ts'
import type { Seed } from '#cms/seed/seed-types.ts'
import { startFilledSpace, type TestSpace } from '#local-tests/start-space.ts'
import { LOCALE } from '#shared/constants.ts'
import { seedTestSpace } from './seed-test-space.ts'
import { LIST_LENGTH, pagesSeed, selectWithLinked } from './small-seed.ts'

/** Number of photographs and of logos in the space at the beginning. */
export const INITIAL_COUNT = LIST_LENGTH

/** The pages that list pictures. */
const pictureSeed: Seed = selectWithLinked(pagesSeed, ['galleryPage', 'servicesPage'])

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
