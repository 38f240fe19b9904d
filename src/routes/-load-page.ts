import type { AnyRoute, ParsedLocation } from '@tanstack/react-router'
import type { ContentByName, ContentName } from '#src/content/cms-content.ts'
import { OtherBuildError } from '#src/content/content-files.ts'
import { contentQuery } from '#src/content/content-query.ts'
import { reloadForBuild } from './-reload-for-build.ts'
import type { RouterContext } from './-router-context.ts'

/** ms after which a script that was requested without a connection counts as lost: it may never get a response. */
const SCRIPT_TIMEOUT_MS = 10_000

/** ms to wait for stylesheets; a page without its styles is better than none. */
const STYLESHEET_TIMEOUT_MS = 5_000

export interface PageLoaderOptions {
  readonly context: RouterContext
  readonly route: Pick<AnyRoute, 'options'>
  readonly preload: boolean
  readonly location: Pick<ParsedLocation, 'pathname'>
}

/**
 * Loads the content of a page, and then its script and styles. Until then the router shows the page before. Content
 * waits for the connection, so the server can be reached when the script is requested again.
 */
export async function loadPage<Name extends ContentName>(
  name: Name,
  { context, route, preload, location: { pathname } }: PageLoaderOptions,
): Promise<ContentByName[Name]> {
  const { queryClient, contentLoader, storages } = context
  const content = await queryClient.ensureQueryData(contentQuery(name, contentLoader)).catch((error: unknown) => {
    const isReloading = error instanceof OtherBuildError && !preload && reloadForBuild(error.build, storages.session)
    if (isReloading) return new Promise<never>(() => {}) // the page before stays until then
    throw error
  })
  if (typeof document !== 'undefined') {
    // Not for a link that is only hovered: the visitor is on another page.
    const timer = setTimeout(() => location.pathname === pathname && location.reload(), SCRIPT_TIMEOUT_MS)
    await route.options.component?.preload?.()
    clearTimeout(timer)
    await waitForStylesheets()
  }
  return content
}

/** Vite's loader waits for a stylesheet only once. One that has failed is requested again by main.tsx. */
async function waitForStylesheets(): Promise<void> {
  const deadline = performance.now() + STYLESHEET_TIMEOUT_MS
  const isPending = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][href^="/assets/"]:not([disabled])')].some(
      ({ sheet }) => !sheet,
    )
  while (isPending() && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50))
}
