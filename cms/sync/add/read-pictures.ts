import type { AssetProps } from 'contentful-management'
import { isLink } from '#cms/local/content-source.ts'
import { LOCALE } from '#cms/model/locale.ts'
import { model } from '#cms/model/model.ts'
import { again } from '#cms/sync/again.ts'
import { BadInput } from '#cms/sync/bad-input.ts'
import { problemOf } from '#cms/sync/contentful-problem.ts'
import type { HeldEntry } from '#cms/sync/entries.ts'
import { readAll } from '#cms/sync/read-all.ts'
import { readByIds } from '#cms/sync/read-by-ids.ts'
import type { Space } from '#cms/sync/space-client.ts'
import type { PageList, PictureKind } from './picture-kind.ts'

/** The pictures that a space holds, drafts and archived ones too, and the page that lists them. */
export interface HeldPictures {
  readonly page: HeldEntry
  readonly entries: ReadonlyMap<string, HeldEntry>
  readonly assets: ReadonlyMap<string, AssetProps>
}

/** Reads them all. Throws `BadInput` where the page is not there. */
export async function readPictures(space: Space, kind: PictureKind): Promise<HeldPictures> {
  const page = await readPage(space, kind.page)
  const entries = await readAll((query) => space.client.entry.getMany({ query: { ...query, content_type: kind.type } }))
  const ids = [...entries.values()].flatMap((entry) => pictureId(entry, kind) ?? [])
  const assets = await readByIds([...new Set(ids)], (query) => space.client.asset.getMany({ query }))
  return { page, entries, assets }
}

/** The asset that an entry shows. */
export function pictureId({ fields }: HeldEntry, { pictureField }: PictureKind): string | undefined {
  const link = fields[pictureField]?.[LOCALE]
  return isLink(link) ? link.sys.id : undefined
}

/** By its type: editors may have made another entry of it than the seed's. */
async function readPage({ client }: Space, { type }: PageList): Promise<HeldEntry> {
  const { name } = model[type]
  const query = { content_type: type, 'sys.archivedAt[exists]': false, limit: 10 }
  const { items } = await again(() => client.entry.getMany({ query })).catch((error: unknown) => {
    // The content type itself is unknown.
    if (problemOf(error).status === 400) return { items: [] }
    throw error
  })
  const published = items.filter(({ sys }) => sys.publishedVersion !== undefined)
  const [page, ...others] = published.length > 0 ? published : items
  if (!page) throw new BadInput(`The space has no entry of the type “${name}”: seed it first, npm run cms -- seed`)
  if (others.length > 0)
    throw new BadInput(
      `The space has several entries of the type “${name}” (${[page, ...others].map(({ sys }) => sys.id).join(', ')}): archive all but one`,
    )
  return page
}

/** The entries that the page lists, in order. */
export function listedIn({ fields }: HeldEntry, { field }: PageList): readonly string[] {
  const links = fields[field]?.[LOCALE]
  return Array.isArray(links) ? links.filter(isLink).map(({ sys }) => sys.id) : []
}
