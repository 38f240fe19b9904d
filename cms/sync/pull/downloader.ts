import type { RateLimiter } from '#cms/sync/contentful/rate-limiter.ts'
import { retryRequest } from '#cms/sync/contentful/retry-request.ts'
import type { SpaceAssetFile } from './space-asset-file.ts'

/** ms; the model takes files of up to 20 MB */
const PATIENCE = 120_000

/** Why a file did not come. */
export class DownloadError extends Error {
  override readonly name = 'DownloadFailure'
  /** It is not the file's own fault: the others would fail like it, and another try may succeed. */
  readonly isRetryable: boolean

  constructor(message: string, isPassing: boolean) {
    super(message)
    this.isRetryable = isPassing
  }
}

export type DownloadFile = (file: SpaceAssetFile) => Promise<Buffer>

/** Reads whole files: what arrives is as long as the space says. Throws `DownloadFailure`. */
export const createDownloader =
  (gate: RateLimiter, scheme: 'http' | 'https'): DownloadFile =>
  ({ url, size }) =>
    retryRequest(() => fetched(new URL(url, `${scheme}://localhost`), size, gate), {
      gate,
      isPassing: (error) => error instanceof DownloadError && error.isRetryable,
    })

async function fetched(url: URL, size: number, gate: RateLimiter): Promise<Buffer> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) }).catch(noAnswer)
  const { ok, status, headers } = answer
  if (status === 429) gate.pauseFor(Number(headers.get('x-contentful-ratelimit-reset')) || 0)
  if (!ok) {
    await answer.body?.cancel()
    throw new DownloadError(`${url.host} answers ${status}`, status === 429 || status >= 500)
  }
  const content = Buffer.from(await answer.arrayBuffer().catch(noAnswer))
  if (content.length === size) return content
  throw new DownloadError(`${url.host} sends ${content.length} bytes of ${size}`, true)
}

/** `fetch` says what went wrong in the cause of its error. */
function noAnswer(error: unknown): never {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  throw new DownloadError(cause instanceof Error ? cause.message : 'no answer', true)
}
