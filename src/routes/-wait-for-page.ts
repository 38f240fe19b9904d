import type { AnyRouteMatch, AnyRouter, ParsedLocation } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'

/** ms after which a page that is still loading may wait for a response that never comes. */
const SLOW_LOAD_MS = 10_000

/** ms between two requests that find out whether the server can be reached, and the timeout of each. */
const PROBE_INTERVAL_MS = 3_000
const PROBE_TIMEOUT_MS = 5_000

/** ms to wait for stylesheets; a page without its styles is better than none. */
const STYLESHEET_TIMEOUT_MS = 5_000

/**
 * Loads the script and the content of a page before the router leaves the current page. Without a connection it waits,
 * and the current page stays as it is. Resolves when the page is loaded. When it cannot be loaded although the server can be
 * reached, a deploy has removed its scripts: the document is loaded again, once, and then the page is an error.
 */
export async function waitForPage(router: AnyRouter, location: ParsedLocation, signal: AbortSignal): Promise<void> {
  const { resolvedLocation, matches } = router.state
  if (!resolvedLocation) return // the first page
  if (resolvedLocation.pathname === location.pathname && areComplete(router, matches)) return
  let load = loadPage(router, location)
  let isRetry = false
  while (!signal.aborted) {
    const isLoaded = await Promise.race([load, delay(SLOW_LOAD_MS)])
    if (isLoaded || signal.aborted) return
    const hasWaited = await waitForServer(signal)
    if (isRetry && !hasWaited && !signal.aborted) {
      // A request that was sent without a connection may never get a response.
      if (isLoaded === undefined || isFirstFailure(location)) window.location.reload()
      return
    }
    if (isLoaded === false) load = loadPage(router, location)
    isRetry ||= hasWaited || isLoaded === false
  }
}

/** Whether the page has not failed before with the scripts of this build. */
function isFirstFailure({ pathname }: ParsedLocation): boolean {
  const [name, build] = [`failed ${pathname}`, import.meta.url]
  try {
    if (sessionStorage.getItem(name) === build) return false
    sessionStorage.setItem(name, build)
    return true
  } catch {
    return false // without storage the document would be loaded again and again
  }
}

/** Resolves with whether the page has everything that it needs. Failed parts are requested again. */
async function loadPage(router: AnyRouter, { pathname, search, hash }: ParsedLocation): Promise<boolean> {
  const matches = await router.preloadRoute({ to: pathname, search, hash })
  if (!matches) return true // a redirect to another site, for example
  const isComplete = areComplete(router, matches)
  if (isComplete) await waitForStylesheets()
  return isComplete
}

/**
 * Whether the content and the component of each route are loaded. The router reports a component that failed to load only
 * when it renders it. A loaded component has no `preload`.
 */
const areComplete = (router: AnyRouter, matches: readonly AnyRouteMatch[]): boolean =>
  matches.every(
    ({ status, routeId }) => status === 'success' && !router.routesById[routeId]?.options.component?.preload,
  )

/** Vite's loader waits for a stylesheet only once. One that has failed is requested again by main.tsx. */
async function waitForStylesheets(): Promise<void> {
  const deadline = performance.now() + STYLESHEET_TIMEOUT_MS
  const isPending = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][href^="/assets/"]:not([disabled])')].some(
      ({ sheet }) => !sheet,
    )
  while (isPending() && performance.now() < deadline) await delay(50)
}

/** Waits until the server responds, and resolves with whether it had to wait. Meanwhile the visitor sees a message. */
export async function waitForServer(signal: AbortSignal): Promise<boolean> {
  if (await isServerReachable()) return false
  const stop = startWaiting(signal)
  do {
    await pause(signal)
  } while (!signal.aborted && !(await isServerReachable()))
  stop()
  return true
}

/** `navigator.onLine` does not tell: it is true in a network without internet. An error of a proxy is not the server. */
const isServerReachable = () =>
  fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    ({ status }) => status < 500,
    () => false,
  )

const delay = (duration: number) => new Promise<undefined>((resolve) => setTimeout(resolve, duration))

/** Resolves after the interval of probes, when the browser is online again, or when the signal is aborted. */
const pause = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, PROBE_INTERVAL_MS)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })

/** The navigation that waits for the connection, if any. */
let waiting: AbortSignal | undefined
const listeners = new Set<() => void>()

/** Returns a function that ends the waiting; so does the signal, at once. */
function startWaiting(signal: AbortSignal): () => void {
  const set = (value: AbortSignal | undefined) => {
    waiting = value
    for (const listener of listeners) listener()
  }
  const stop = () => {
    if (waiting === signal) set(undefined)
  }
  if (!signal.aborted) set(signal)
  signal.addEventListener('abort', stop, { once: true })
  return stop
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a page waits for the connection. */
export const useIsWaitingForConnection = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => waiting !== undefined,
    () => false,
  )
