import PQueue from 'p-queue'
import type { MediaCache } from '#cms/seed/media-cache.ts'
import { retryRequest } from '#cms/sync/contentful/retry-request.ts'
import { LOCALE } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'
import { computePerceptualHash, type PerceptualHash } from './perceptual-hash.ts'
import type { PictureType } from './picture-type.ts'
import { getPictureAssetId, type SpacePictures } from './read-space-pictures.ts'

/** A picture of the space, as it looks. */
export interface HashedPicture {
  /** Of the entry that shows it. */
  readonly entryId: string
  readonly looks: PerceptualHash
}

export interface HashedPictures {
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
