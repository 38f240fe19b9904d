import type { AssetProps } from 'contentful-management'
import PQueue from 'p-queue'
import { parseLink } from '#cms/links.ts'
import { model } from '#cms/model/model.gen.ts'
import type { HashedPicture } from '#cms/pictures/find-duplicates.ts'
import type { SpacePictures } from '#cms/pictures/page-list.ts'
import { computePerceptualHash } from '#cms/pictures/perceptual-hash.ts'
import type { PageList, PictureType } from '#cms/pictures/picture-type.ts'
import type { MediaCache } from '#cms/seed/media-cache.ts'
import { parseApiError } from '#cms/sync/contentful/api-error.ts'
import { readAllPages, readByIds } from '#cms/sync/contentful/read-resources.ts'
import { retryRequest, retryTruncatedResponse } from '#cms/sync/contentful/retry-request.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { ActualEntry } from '#cms/sync/resources/entry-resource-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'
import { decodeToRgba } from './decode-to-rgba.ts'

/** Throws `UserError` if the page does not exist, or exists more than once. */
export async function readSpacePictures(
  space: SpaceClient,
  pictureType: PictureType,
): Promise<SpacePictures<ActualEntry>> {
  const page = await readPage(space, pictureType.page)
  const entries = await readAllPages((query) =>
    space.client.entry.getMany({ query: { ...query, content_type: pictureType.type } }),
  )
  return { page, entries }
}

/** Reads the assets of the entries. Returns them by id. */
export async function readPictureAssets(
  space: SpaceClient,
  { entries }: SpacePictures<ActualEntry>,
  pictureType: PictureType,
): Promise<ReadonlyMap<string, AssetProps>> {
  const assetIds = [...entries.values()].flatMap((entry) => getPictureAssetId(entry, pictureType) ?? [])
  return readByIds([...new Set(assetIds)], (query) => space.client.asset.getMany({ query }))
}

function getPictureAssetId({ fields }: ActualEntry, { pictureField }: PictureType): string | undefined {
  const link = fields[pictureField]?.[LOCALE]
  return parseLink(link)?.id
}

/** Reads the page by its content type: editors may have replaced the entry of the seed. */
async function readPage({ client }: SpaceClient, { type }: PageList): Promise<ActualEntry> {
  const { name } = model[type]
  const query = { content_type: type, 'sys.archivedAt[exists]': false, limit: 10 }
  const { items } = await retryTruncatedResponse(() => client.entry.getMany({ query })).catch((error: unknown) => {
    // The content type does not exist.
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

interface HashedPictures {
  readonly pictures: readonly HashedPicture[]
  /** One line per entry whose picture could not be read and is not compared. */
  readonly unreadable: readonly string[]
}

/** The pictures are small. */
const TIMEOUT_MS = 30_000
const CONCURRENCY = 8

/** Computes the perceptual hashes of the pictures in the space. Downloads them at the smallest size for a comparison. */
export async function hashSpacePictures(
  { entries }: SpacePictures<ActualEntry>,
  assets: ReadonlyMap<string, AssetProps>,
  pictureType: PictureType,
  { scheme, cache }: { readonly scheme: 'http' | 'https'; readonly cache: MediaCache },
): Promise<HashedPictures> {
  const { comparisonWidth } = pictureType
  const queue = new PQueue({ concurrency: CONCURRENCY })
  const pictures: HashedPicture[] = []
  const unreadable: string[] = []

  async function hashPicture(entryId: string, fileUrl: string, isSvg: boolean): Promise<void> {
    try {
      const url = new URL(fileUrl, `${scheme}://localhost`)
      // The Images API does not resize SVG files.
      if (!isSvg) url.search = new URLSearchParams({ w: `${comparisonWidth}`, fm: 'png' }).toString()
      // Each upload has its own URL, so that the path identifies the content.
      const base64 = await cache.getOrComputeForKey(`${url.pathname} at ${comparisonWidth} px`, async () => {
        const content = await retryRequest(() => fetchPicture(url), {
          isRetryable: (error) => error instanceof RetryableFetchError,
        })
        return Buffer.from(computePerceptualHash(await decodeToRgba(content), comparisonWidth)).toString('base64')
      })
      pictures.push({ entryId, perceptualHash: Buffer.from(base64, 'base64') })
    } catch (error) {
      if (error instanceof RetryableFetchError)
        throw new UserError(`The pictures of the space cannot be read (${error.message}): try again later`)
      unreadable.push(`${entryId}: its picture cannot be read, so nothing was compared with it`)
    }
  }

  const files = [...entries].flatMap(([id, entry]) => {
    const file = assets.get(getPictureAssetId(entry, pictureType) ?? '')?.fields.file?.[LOCALE]
    return file?.url ? [{ id, url: file.url, isSvg: file.contentType === 'image/svg+xml' }] : []
  })
  await queue.addAll(
    files.map(
      ({ id, url, isSvg }) =>
        () =>
          hashPicture(id, url, isSvg),
    ),
  )
  return { pictures, unreadable: unreadable.toSorted() }
}

/** A failed request that can succeed when it is retried. */
class RetryableFetchError extends Error {
  override readonly name = 'RetryableFetchError'
}

async function fetchPicture(url: URL): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(throwNetworkError)
  const { ok, status } = response
  if (ok) return Buffer.from(await response.arrayBuffer().catch(throwNetworkError))
  await response.body?.cancel()
  const message = `${url.host} responded with ${status}`
  throw status === 429 || status >= 500 ? new RetryableFetchError(message) : new Error(message)
}

/** The cause of a `fetch` error contains the reason. */
function throwNetworkError(error: unknown): never {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  throw new RetryableFetchError(cause instanceof Error ? cause.message : 'no response')
}
