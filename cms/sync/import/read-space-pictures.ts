import type { AssetProps } from 'contentful-management'
import PQueue from 'p-queue'
import { isLink } from '#cms/links.ts'
import { model } from '#cms/model/model.ts'
import type { MediaCache } from '#cms/seed/media-cache.ts'
import { parseApiError } from '#cms/sync/contentful/api-error.ts'
import { readAllPages, readByIds } from '#cms/sync/contentful/read-resources.ts'
import { retryRequest, retryTruncatedResponse } from '#cms/sync/contentful/retry-request.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { ActualEntry } from '#cms/sync/resources/entry-resource-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'
import { computePerceptualHash, type PerceptualHash } from './perceptual-hash.ts'
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
function getPictureAssetId({ fields }: ActualEntry, { pictureField }: PictureType): string | undefined {
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

/** A picture of the space, as it looks. */
export interface HashedPicture {
  /** Of the entry that shows it. */
  readonly entryId: string
  readonly looks: PerceptualHash
}

interface HashedPictures {
  readonly pictures: readonly HashedPicture[]
  /** Entries whose picture could not be looked at, and why: nothing was compared with it. */
  readonly unreadable: readonly string[]
}

/** ms; they are small */
const PATIENCE = 30_000
const AT_ONCE = 8

/** Looks at the pictures that the space shows already, as small as they may be compared. */
export async function hashSpacePictures(
  held: SpacePictures,
  kind: PictureType,
  { scheme, cache }: { readonly scheme: 'http' | 'https'; readonly cache: MediaCache },
): Promise<HashedPictures> {
  const queue = new PQueue({ concurrency: AT_ONCE })
  const pictures: HashedPicture[] = []
  const unseen: string[] = []
  const look = async (entryId: string, url: string, isDrawing: boolean) => {
    try {
      const address = new URL(url, `${scheme}://localhost`)
      // The Images API leaves drawings as they are.
      if (!isDrawing) address.search = new URLSearchParams({ w: `${kind.comparisonWidth}`, fm: 'png' }).toString()
      // An upload gets an address of its own: the path never leads to another picture.
      const looks = await cache.ofKey(`${address.pathname} at ${kind.comparisonWidth} px`, async () => {
        const content = await retryRequest(() => fetched(address), {
          isRetryable: (error) => error instanceof Unanswered,
        })
        return Buffer.from(await computePerceptualHash(content, kind.comparisonWidth)).toString('base64')
      })
      pictures.push({ entryId, looks: Buffer.from(looks, 'base64') })
    } catch (error) {
      if (error instanceof Unanswered)
        throw new UserError(`The pictures of the space cannot be read (${error.message}): try again later`)
      unseen.push(`${entryId}: its picture cannot be read, so nothing was compared with it`)
    }
  }
  const files = [...held.entries].flatMap(([id, entry]) => {
    const file = held.assets.get(getPictureAssetId(entry, kind) ?? '')?.fields.file?.[LOCALE]
    return file?.url ? [{ id, url: file.url, isDrawing: file.contentType === 'image/svg+xml' }] : []
  })
  await queue.addAll(
    files.map(
      ({ id, url, isDrawing }) =>
        () =>
          look(id, url, isDrawing),
    ),
  )
  return { pictures, unreadable: unseen.toSorted() }
}

/** The picture is not the reason: another try may succeed. */
class Unanswered extends Error {
  override readonly name = 'Unanswered'
}

async function fetched(url: URL): Promise<Buffer> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) }).catch(unanswered)
  const { ok, status } = answer
  if (ok) return Buffer.from(await answer.arrayBuffer().catch(unanswered))
  await answer.body?.cancel()
  const message = `${url.host} answers ${status}`
  throw status === 429 || status >= 500 ? new Unanswered(message) : new Error(message)
}

/** `fetch` says what went wrong in the cause of its error. */
function unanswered(error: unknown): never {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  throw new Unanswered(cause instanceof Error ? cause.message : 'no answer')
}
