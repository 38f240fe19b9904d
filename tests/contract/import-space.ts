import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { model } from '#cms/model/model.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import type { Seed, SeedEntry } from '#cms/seed/seed-types.ts'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { type ImportOptions, importPictures } from '#cms/sync/import/import-pictures.ts'
import { PHOTO_TYPE } from '#cms/sync/import/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { LOCAL_TOKENS } from '#shared/local-contentful.ts'
import { seedSmall } from './seeded-space.ts'
import { copyOfSnapshot } from './snapshot.ts'
import { type Local, localContentful } from './test-contentful.ts'

/** How many photographs and logos the space begins with. */
export const HELD = 3

/** The pages that pictures are added to, with few pictures, out of the real seed. */
const addSeed: Seed = withAllItLinksTo(fewer(readSeed()), ['galleryPage', 'servicesPage'])

function fewer({ assets, entries }: Seed): Seed {
  const shorter = ({ fields, ...entry }: SeedEntry): SeedEntry => {
    const lists = Object.entries(fields).filter(([name]) => name === 'images' || name === 'affiliations')
    const cut = lists.map(([name, ids]) => [name, Array.isArray(ids) ? ids.slice(0, HELD) : ids])
    return { ...entry, fields: { ...fields, ...Object.fromEntries(cut) } }
  }
  return { assets, entries: entries.map(shorter) }
}

function withAllItLinksTo({ assets, entries }: Seed, types: readonly string[]): Seed {
  const wanted = new Set(entries.filter(({ type }) => types.includes(type)).map(({ id }) => id))
  // From the end: what links stands behind what it links to.
  for (const { id, fields } of entries.toReversed())
    if (wanted.has(id))
      for (const value of Object.values(fields).flat()) if (typeof value === 'string') wanted.add(value)
  return { assets: assets.filter(({ id }) => wanted.has(id)), entries: entries.filter(({ id }) => wanted.has(id)) }
}

/** A local Contentful with both pages, and a folder for the pictures of somebody's camera. */
export async function addSpace() {
  const state = await copyOfSnapshot('add', (url) => seedSmall(url, { seed: addSeed, model }))
  const local = await localContentful(state)
  const folder = await mkdtemp(join(tmpdir(), 'camera-'))
  return {
    ...local,
    camera: folder,
    put: (name: string, content: Buffer | string) => writeFile(join(folder, name), content),
    /** Adds what is in the folder to the gallery, or does what the task says instead. */
    add: (task: Partial<ImportOptions> = {}) =>
      importPictures({
        connection: getLocalManagementConnection(local.url),
        pictureType: PHOTO_TYPE,
        paths: [folder],
        ...task,
      }),
    async [Symbol.asyncDispose]() {
      await local[Symbol.asyncDispose]()
      for (const made of [state, folder]) await rm(made, { recursive: true })
    },
  }
}

export type AddSpace = Awaited<ReturnType<typeof addSpace>>

const PHOTO = 'altText caption focalPoint photo { url fileName title width height }'

const answer = z.object({
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

/** The photographs that were added to the gallery, in order: as visitors see them, or with drafts. */
export async function addedPhotos({ ask }: Pick<Local, 'ask'>, { preview = false } = {}) {
  const query = `{ galleryPageCollection(limit: 1, preview: ${preview}) { items { imagesCollection(limit: 1000) { items { ${PHOTO} } } } } }`
  const { data } = await ask(query, { token: preview ? LOCAL_TOKENS.preview : LOCAL_TOKENS.delivery })
  const [page] = answer.parse(data).galleryPageCollection.items
  return page.imagesCollection.items.slice(HELD)
}

/** The ids that a page lists as it stands, drafts included. */
export async function listed({ client }: Pick<Local, 'client'>, entryId = 'gallery-page', field = 'images') {
  const links: readonly { readonly sys: { readonly id: string } }[] = (await client.entry.get({ entryId })).fields[
    field
  ][LOCALE]
  return links.map(({ sys }) => sys.id)
}
