/** The pictures are small. */
const TIMEOUT_MS = 30_000
const MAX_ATTEMPTS = 3
/** Before the second attempt; doubled before the third. */
const RETRY_DELAY_MS = 1_000

/** Downloads the file of a picture of the space. */
export async function fetchSpacePicture(url: URL): Promise<Blob> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined)
    if (response?.ok) return response.blob()
    const isRetryable = !response || response.status === 429 || response.status >= 500
    if (!isRetryable || attempt === MAX_ATTEMPTS) throw new Error(`The picture ${url} cannot be read`)
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS * 2 ** (attempt - 1)))
  }
}
