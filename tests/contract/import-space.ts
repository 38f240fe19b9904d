import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import * as z from 'zod'
import { model } from '#cms/model/model.gen.ts'
import { PHOTO_TYPE } from '#cms/pictures/picture-type.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import type { Seed, SeedEntry } from '#cms/seed/seed-types.ts'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { type ImportOptions, importPictures } from '#cms/sync/import/import-pictures.ts'
import { LOCALE } from '#shared/constants.ts'
import { seedTestSpace } from './seeded-space.ts'
import { selectWithLinked } from './small-seed.ts'
import { copySnapshot } from './snapshot.ts'
import { startTestContentful, type TestContentful } from './test-contentful.ts'

/** Number of photos and of logos in the space before an import. */
export const INITIAL_COUNT = 3

/** Part of the real seed: the pages that pictures are imported into, with `INITIAL_COUNT` pictures each. */
const importSeed: Seed = selectWithLinked(limitLists(readSeed()), ['galleryPage', 'servicesPage'])

function limitLists({ assets, entries }: Seed): Seed {
  const limitEntryLists = ({ fields, ...entry }: SeedEntry): SeedEntry => {
    const lists = Object.entries(fields).filter(([name]) => name === 'images' || name === 'affiliations')
    const limitedLists = lists.map(([name, ids]) => [name, Array.isArray(ids) ? ids.slice(0, INITIAL_COUNT) : ids])
    return { ...entry, fields: { ...fields, ...Object.fromEntries(limitedLists) } }
  }
  return { assets, entries: entries.map(limitEntryLists) }
}

/** Starts a local Contentful with both pages, and creates a folder for the pictures to import. */
export async function createImportSpace() {
  const stateFolder = await copySnapshot('import', (url) => seedTestSpace(url, { seed: importSeed, model }))
  const local = await startTestContentful(stateFolder)
  const pictureFolder = await mkdtemp(join(tmpdir(), 'pictures-'))
  return {
    ...local,
    pictureFolder,
    writeFile: (name: string, content: Buffer | string) => writeFile(join(pictureFolder, name), content),
    /** Imports the pictures of the folder into the gallery, unless the options say otherwise. */
    importPictures: (options: Partial<ImportOptions> = {}) =>
      importPictures({
        connection: getLocalManagementConnection(local.url),
        pictureType: PHOTO_TYPE,
        paths: [pictureFolder],
        ...options,
      }),
    async [Symbol.asyncDispose]() {
      await local[Symbol.asyncDispose]()
      for (const path of [stateFolder, pictureFolder]) await rm(path, { recursive: true })
    },
  }
}

export type ImportSpace = Awaited<ReturnType<typeof createImportSpace>>

const PHOTO_FIELDS = 'altText caption focalPoint photo { url fileName title width height }'

const photosResponse = z.object({
  galleryPageCollection: z.object({
    items: z.tuple([
      z.object({
        imagesCollection: z.object({
          items: z.array(
            z
              .object({
                altText: z.string(),
                caption: z.string().nullable(),
                focalPoint: z.string().nullable(),
                photo: z.object({
                  url: z.string(),
                  fileName: z.string(),
                  title: z.string(),
                  width: z.number(),
                  height: z.number(),
                }),
              })
              .nullable(),
          ),
        }),
      }),
    ]),
  }),
})

/** Reads the imported photos of the gallery in order: the published ones, or with `preview` the drafts too. */
export async function readImportedPhotos(
  { queryGraphql }: Pick<TestContentful, 'queryGraphql'>,
  { preview = false } = {},
) {
  const query = `{ galleryPageCollection(limit: 1, preview: ${preview}) { items { imagesCollection(limit: 1000) { items { ${PHOTO_FIELDS} } } } } }`
  const { data } = await queryGraphql(query, { token: preview ? LOCAL_TOKENS.preview : LOCAL_TOKENS.delivery })
  const [page] = photosResponse.parse(data).galleryPageCollection.items
  return page.imagesCollection.items.slice(INITIAL_COUNT)
}

/** Ids of the entries in a list field of the current version of a page, drafts included. */
export async function readListedIds(
  { client }: Pick<TestContentful, 'client'>,
  entryId = 'gallery-page',
  field = 'images',
) {
  const links: readonly { readonly sys: { readonly id: string } }[] = (await client.entry.get({ entryId })).fields[
    field
  ][LOCALE]
  return links.map(({ sys }) => sys.id)
}
