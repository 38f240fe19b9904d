import type { CMAClient } from '@contentful/app-sdk'
import PQueue from 'p-queue'
import { splitIntoBatches } from '#cms/sync/contentful/split-into-batches.ts'
import { hasStatus, isRetryable, type RequestError, toRequestError } from './request-error.ts'

/** Requests per second. Contentful allows 7 to 10 for a user (docs/contentful.md, Limits), whose other tabs use them too. */
const REQUESTS_PER_SECOND = 6
const MAX_CONCURRENT_REQUESTS = 6

const MAX_RETRIES = 5
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
  /** ms until a request without a response counts as failed. */
  readonly timeoutMs?: number
}

/** A list as Contentful returns it. */
interface Page<Resource> {
  readonly items: readonly Resource[]
  readonly total: number
}

/** Access to the space through the App SDK. Throws `RequestError`. */
export interface DeskClient {
  /**
   * Sends a request when it is its turn. Retries it with exponential backoff while Contentful is unreachable, overloaded
   * or limits requests. A retried write may have taken effect before: the retry can then end with a version conflict.
   */
  readonly send: <Result>(request: (cma: CMAClient) => Promise<Result>, options?: RequestOptions) => Promise<Result>
  /** Reads all pages of a list, sorted by id. */
  readonly readAll: <Resource>(
    read: (
      cma: CMAClient,
      query: { readonly order: string; readonly skip: number; readonly limit: number },
    ) => Promise<Page<Resource>>,
  ) => Promise<readonly Resource[]>
  /** Reads the existing resources with these ids. */
  readonly readByIds: <Resource>(
    ids: readonly string[],
    read: (cma: CMAClient, query: { readonly 'sys.id[in]': string; readonly limit: number }) => Promise<Page<Resource>>,
  ) => Promise<readonly Resource[]>
}

/** Creates the client of all requests of the app. */
export function createDeskClient(cma: CMAClient): DeskClient {
  const queue = new PQueue({
    concurrency: MAX_CONCURRENT_REQUESTS,
    interval: 1_000,
    intervalCap: REQUESTS_PER_SECOND,
    strict: true,
  })

  const send: DeskClient['send'] = async (request, { signal, timeoutMs = TIMEOUT_MS } = {}) => {
    let lastRetryAt = Number.POSITIVE_INFINITY
    for (let retries = 0; ; retries += 1) {
      const result = await addToQueue(queue, () => attempt(() => request(cma), timeoutMs), signal)
      if ('value' in result) return result.value
      lastRetryAt = Math.min(lastRetryAt, performance.now() + MAX_RETRY_MS)
      if (retries === MAX_RETRIES || performance.now() > lastRetryAt || !isRetryable(result.error)) throw result.error
      await wait(FIRST_DELAY_MS * 2 ** retries, signal)
    }
  }

  return {
    send,
    readAll: async (read) => {
      const first = await send((client) => read(client, { order: 'sys.id', skip: 0, limit: PAGE_SIZE }))
      const skips = Array.from(
        { length: Math.ceil(first.total / PAGE_SIZE) - 1 },
        (_, index) => (index + 1) * PAGE_SIZE,
      )
      const others = await Promise.all(
        skips.map((skip) => send((client) => read(client, { order: 'sys.id', skip, limit: PAGE_SIZE }))),
      )
      return [first, ...others].flatMap(({ items }) => items)
    },
    readByIds: async (ids, read) => {
      const pages = await Promise.all(
        splitIntoBatches(ids).map((batch) =>
          send((client) => read(client, { 'sys.id[in]': batch.join(','), limit: batch.length })),
        ),
      )
      return pages.flatMap(({ items }) => items)
    },
  }
}

/** Adds a task that starts when it is its turn. The signal ends the wait, and not a started task as that of `PQueue` does. */
function addToQueue<Result>(
  queue: PQueue,
  task: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const waiting = new AbortController()
  const endWait = () => waiting.abort(signal?.reason)
  if (signal?.aborted) endWait()
  signal?.addEventListener('abort', endWait)
  const stopListening = () => signal?.removeEventListener('abort', endWait)
  const startTask = () => {
    stopListening()
    return task()
  }
  return queue.add(startTask, { signal: waiting.signal }).finally(stopListening)
}

/** Returns the error of a request as a value, so that the queue does not report it as unhandled. */
async function attempt<Result>(
  request: () => Promise<Result>,
  timeoutMs: number,
): Promise<{ readonly value: Result } | { readonly error: RequestError }> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no response within ${Math.round(timeoutMs / 1_000)} seconds`)),
      timeoutMs,
    )
  })
  try {
    const value = await Promise.race([request(), timeout])
    // A text instead of data: the page of a proxy or of a network that asks for a login, or a truncated response.
    if (typeof value === 'string' && value !== '') throw new Error('the response is not from Contentful')
    return { value }
  } catch (error) {
    return { error: toRequestError(error) }
  } finally {
    clearTimeout(timer)
  }
}

/** Waits for some ms. Rejects with the reason of the signal when it aborts. */
async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const endWait = () => reject(signal?.reason)
  signal?.addEventListener('abort', endWait)
  await promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', endWait)
  })
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
