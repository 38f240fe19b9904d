import type { AnyRoute, ParsedLocation } from '@tanstack/react-router'
import type { ContentName } from '#src/content/cms-content.ts'
import { contentQuery, OtherBuildError } from '#src/content/content-query.ts'
import { connectionQuery, hasResponse } from './-connection.ts'
import { reloadForBuild } from './-reload-for-build.ts'
import type { RouterContext } from './-router-context.ts'

/** ms after which a script that was requested without a connection counts as lost: it may never get a response. */
const SCRIPT_TIMEOUT_MS = 10_000

/** ms to wait for stylesheets; a page without its styles is better than none. */
const STYLESHEET_TIMEOUT_MS = 5_000

export interface PageLoaderOptions {
  readonly context: RouterContext
  readonly route: Pick<AnyRoute, 'options'>
  readonly abortController: AbortController
  readonly location: Pick<ParsedLocation, 'pathname'>
}

/** Loads the content of a page into the cache, and then its script and styles. Until then the router shows the page before. */
export async function loadPage(
  name: ContentName,
  { context, route, abortController, location: { pathname } }: PageLoaderOptions,
): Promise<void> {
  const { queryClient, contentLoader } = context
  const load = async () => {
    await queryClient.ensureQueryData({ ...contentQuery(name, contentLoader), retry: false })
  }
  if (typeof document === 'undefined') return load()
  // Not for a link that is only hovered: the visitor is on another page.
  const isOpening = () => location.pathname === pathname && !abortController.signal.aborted
  await loadOnConnection(load, { context, pathname, isOpening })
  const timer = setTimeout(() => isOpening() && location.reload(), SCRIPT_TIMEOUT_MS)
  await route.options.component?.preload?.()
  clearTimeout(timer)
  await waitForStylesheets()
}

interface Opening {
  readonly context: RouterContext
  readonly pathname: string
  /** Whether the visitor has opened the page and waits for it. */
  readonly isOpening: () => boolean
}

/**
 * Loads the content of a page that is opened. When it fails, the document of the page is opened, which has all content;
 * when that cannot be reached either, there is no connection, and both are tried again when there is one.
 */
async function loadOnConnection(load: () => Promise<void>, opening: Opening): Promise<void> {
  const { context, pathname, isOpening } = opening
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (!isOpening()) throw error
      if (error instanceof OtherBuildError) {
        if (!reloadForBuild(error.build, context.storages.session)) throw error
        return PAGE_IS_LEFT
      }
      const isReachable = await hasResponse(pathname)
      if (!isReachable) await context.queryClient.fetchQuery(connectionQuery(pathname, isOpening))
      if (!isOpening() || (isReachable && !context.contentLoader.hasDocuments)) throw error
      if (isReachable) {
        location.replace(pathname + location.search) // unlike a reload, it starts at the top of the page
        return PAGE_IS_LEFT
      }
    }
  }
}

/** The page before stays until the browser shows another document. */
const PAGE_IS_LEFT = new Promise<never>(() => {})

/**
 * Waits for the stylesheets that are not loaded, as Vite's loader waits for one only once. One that has failed is
 * requested at once, not after the delay of main.tsx; when it fails again, it may be blocked, and the page is shown.
 */
async function waitForStylesheets(): Promise<void> {
  const responses = findMissingStylesheets().map((link) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const requested = link.dataset.retryDelay ? link.cloneNode() : link
    for (const event of ['load', 'error']) requested.addEventListener(event, () => resolve(), { once: true })
    if (requested !== link) link.replaceWith(requested)
    return promise
  })
  await Promise.race([Promise.all(responses), new Promise((resolve) => setTimeout(resolve, STYLESHEET_TIMEOUT_MS))])
}

/** The stylesheets of the site that are not loaded. Chromium gives one that has failed an empty `sheet`. */
const findMissingStylesheets = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([disabled])')].filter(
    // Vite's loader writes absolute addresses
    ({ href, sheet, dataset }) => href.startsWith(`${location.origin}/assets/`) && (!sheet || dataset.retryDelay),
  )
