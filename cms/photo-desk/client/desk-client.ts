import type { CMAClient } from '@contentful/app-sdk'
import type { QueryOptions } from 'contentful-management'
import PQueue, { TimeoutError } from 'p-queue'
import { wait } from '#shared/wait.ts'
import { hasStatus, isRetryable, toRequestError } from './request-error.ts'

/** Requests per second. Contentful allows 7 to 10 for a user (docs/contentful.md, Limits), whose other tabs use them too. */
const REQUESTS_PER_SECOND = 6
const MAX_CONCURRENT_REQUESTS = 6

/** ms before the first retry; doubled for each further one. */
const FIRST_DELAY_MS = 500
/** ms after the first failure until retries end: each attempt can include retries of the host, which take seconds. */
const MAX_RETRY_MS = 15_000

/** ms until a request without a response counts as failed. Contentful’s own client waits as long. */
const TIMEOUT_MS = 30_000

/** Resources per page of a list. Contentful allows 1,000; 200 stay below the 7 MB of a response. */
const PAGE_SIZE = 200

interface RequestOptions {
  /** Ends the wait for a turn or a retry. A request that is sent is waited for: it can take effect. */
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
}

type ReadPage<Resource> = (cma: CMAClient, query: QueryOptions) => Promise<{ items: Resource[]; total: number }>

export type DeskClient = ReturnType<typeof createDeskClient>

/** Creates the client of all requests of the app, which go through the App SDK. It throws `RequestError`. */
export function createDeskClient(cma: CMAClient, requestsPerSecond = REQUESTS_PER_SECOND) {
  const queue = new PQueue({
    concurrency: MAX_CONCURRENT_REQUESTS,
    interval: 1_000,
    intervalCap: requestsPerSecond,
    strict: true,
  })

  /**
   * Sends a request when it is its turn. Retries it with exponential backoff while Contentful is unreachable, overloaded
   * or limits requests. A retried write may have taken effect before: the retry can then end with a version conflict.
   */
  async function send<Result>(
    request: (cma: CMAClient) => Promise<Result>,
    { signal, timeoutMs = TIMEOUT_MS }: RequestOptions = {},
  ): Promise<Result> {
    let lastRetryAt = Number.POSITIVE_INFINITY
    const sendOnce = async () => {
      signal?.throwIfAborted()
      const response = await request(cma)
      // The page of a proxy or of a network that asks for a login, or a truncated response.
      if (typeof response === 'string' && response !== '') throw new Error('the response is not from Contentful')
      return response
    }
    for (let retries = 0; ; retries += 1) {
      try {
        return await queue.add(sendOnce, { timeout: timeoutMs })
      } catch (error) {
        signal?.throwIfAborted()
        const timeout = `no response within ${Math.round(timeoutMs / 1_000)} seconds`
        const failure = toRequestError(error instanceof TimeoutError ? new Error(timeout) : error)
        lastRetryAt = Math.min(lastRetryAt, performance.now() + MAX_RETRY_MS)
        if (performance.now() > lastRetryAt || !isRetryable(failure)) throw failure
      }
      await wait(FIRST_DELAY_MS * 2 ** retries, signal)
    }
  }

  /** Reads all pages of a list, sorted by id. */
  async function readAll<Resource>(read: ReadPage<Resource>): Promise<readonly Resource[]> {
    const readPage = (index: number) =>
      send((client) => read(client, { order: 'sys.id', skip: index * PAGE_SIZE, limit: PAGE_SIZE }))
    const first = await readPage(0)
    const others = Array.from({ length: Math.ceil(first.total / PAGE_SIZE) - 1 }, (_, index) => readPage(index + 1))
    return [first, ...(await Promise.all(others))].flatMap(({ items }) => items)
  }

  /** Reads the existing resources with these ids. */
  async function readByIds<Resource>(ids: readonly string[], read: ReadPage<Resource>): Promise<readonly Resource[]> {
    const pages = splitIntoBatches(ids).map((batch) =>
      send((client) => read(client, { 'sys.id[in]': batch.join(','), limit: batch.length })),
    )
    return (await Promise.all(pages)).flatMap(({ items }) => items)
  }

  return { send, readAll, readByIds }
}

/** Ids per request (docs/contentful.md, Traps). */
const MAX_IDS = 100
/** Characters of the ids in a URL. A URL may have 2,000 in all. */
const MAX_CHARACTERS = 1_800
/** Characters of an encoded comma. */
const COMMA_LENGTH = 3

/** Splits ids into batches that fit into one request each. Keeps their order. */
export function splitIntoBatches(ids: readonly string[]): readonly (readonly string[])[] {
  const longest = Math.max(0, ...ids.map(({ length }) => length))
  const size = Math.min(MAX_IDS, Math.floor(MAX_CHARACTERS / (longest + COMMA_LENGTH)))
  const count = Math.ceil(ids.length / size)
  return Array.from({ length: count }, (_, index) => ids.slice(index * size, (index + 1) * size))
}

/** Attempts to save when others save the same at the same time. */
const MAX_SAVE_ATTEMPTS = 6

/** Makes a change that begins with reading what it changes, and repeats it if somebody else has saved in between. */
export async function repeatOnConflict<Result>(change: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await change()
    } catch (error) {
      if (!hasStatus(error, 409) || attempts === MAX_SAVE_ATTEMPTS) throw error
    }
  }
}
