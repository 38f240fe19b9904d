import { queryOptions } from '@tanstack/react-query'

/** ms */
const RESPONSE_TIMEOUT_MS = 5_000

/** ms until an address is requested again for the first time; doubled each time. */
const FIRST_DELAY_MS = 3_000

/** Whether the server responds at this path, past all caches. A browser that reports a connection can have none. */
export const hasResponse = (path: string): Promise<boolean> =>
  fetch(path, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** The key of the query that is fetched while the page of this path waits for the connection. */
export const connectionKey = (path: string | undefined) => ['connection', path] as const

/** Query options of waiting until the server responds at this path, or the visitor no longer waits. */
export const connectionQuery = (path: string, isWaiting: () => boolean) =>
  queryOptions({
    queryKey: connectionKey(path),
    queryFn: async () => {
      let delay = FIRST_DELAY_MS
      do {
        await waitForChange(delay)
        delay *= 2
      } while (isWaiting() && !(await hasResponse(path)))
      return null
    },
    gcTime: 0,
    networkMode: 'always',
  })

/** Waits for this time, or until the visitor comes back to the window or the browser to the network. */
function waitForChange(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const listening = new AbortController()
  for (const event of ['online', 'focus', 'visibilitychange'])
    addEventListener(event, () => resolve(), { signal: listening.signal })
  const timer = setTimeout(resolve, ms)
  return promise.finally(() => {
    clearTimeout(timer)
    listening.abort()
  })
}
