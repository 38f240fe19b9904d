import type { AssetProps } from 'contentful-management'
import { isLink } from '#cms/links.ts'
import { model } from '#cms/model/model.ts'
import { parseApiError } from '#cms/sync/contentful/api-error.ts'
import { readAllPages, readByIds } from '#cms/sync/contentful/read-resources.ts'
import { retryTruncatedResponse } from '#cms/sync/contentful/retry-request.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { ActualEntry } from '#cms/sync/resources/entry-resource-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'
import type { PageList, PictureType } from './picture-type.ts'

/** The pictures that a space holds, drafts and archived ones too, and the page that lists them. */
export interface SpacePictures {
  readonly page: ActualEntry
  readonly entries: ReadonlyMap<string, ActualEntry>
  readonly assets: ReadonlyMap<string, AssetProps>
}

/** Reads them all. Throws `UserError` where the page is not there. */
export async function readSpacePictures(space: SpaceClient, kind: PictureType): Promise<SpacePictures> {
  const page = await readPage(space, kind.page)
  const entries = await readAllPages((query) =>
    space.client.entry.getMany({ query: { ...query, content_type: kind.type } }),
  )
  const ids = [...entries.values()].flatMap((entry) => getPictureAssetId(entry, kind) ?? [])
  const assets = await readByIds([...new Set(ids)], (query) => space.client.asset.getMany({ query }))
  return { page, entries, assets }
}

/** The asset that an entry shows. */
export function getPictureAssetId({ fields }: ActualEntry, { pictureField }: PictureType): string | undefined {
  const link = fields[pictureField]?.[LOCALE]
  return isLink(link) ? link.sys.id : undefined
}

/** By its type: editors may have made another entry of it than the seed's. */
async function readPage({ client }: SpaceClient, { type }: PageList): Promise<ActualEntry> {
  const { name } = model[type]
  const query = { content_type: type, 'sys.archivedAt[exists]': false, limit: 10 }
  const { items } = await retryTruncatedResponse(() => client.entry.getMany({ query })).catch((error: unknown) => {
    // The content type itself is unknown.
    if (parseApiError(error).status === 400) return { items: [] }
    throw error
  })
  const published = items.filter(({ sys }) => sys.publishedVersion !== undefined)
  const [page, ...others] = published.length > 0 ? published : items
  if (!page) throw new UserError(`The space has no entry of the type “${name}”: seed it first, npm run cms -- seed`)
  if (others.length > 0)
    throw new UserError(
      `The space has several entries of the type “${name}” (${[page, ...others].map(({ sys }) => sys.id).join(', ')}): archive all but one`,
    )
  return page
}

/** The entries that the page lists, in order. */
export function getListedEntryIds({ fields }: ActualEntry, { field }: PageList): readonly string[] {
  const links = fields[field]?.[LOCALE]
  return Array.isArray(links) ? links.filter(isLink).map(({ sys }) => sys.id) : []
}
