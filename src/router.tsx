import { type AnyRouteMatch, createRouter, type RouterHistory } from '@tanstack/react-router'
import type { DehydratedRouter } from '@tanstack/react-router/ssr/client'
import { routeTree } from './route-tree.gen.ts'
import { PageError } from './routes/-page-error.tsx'
import type { RouterContext } from './routes/-router-context.ts'

interface SiteRouterOptions {
  readonly context: RouterContext
  /** Default: the history of the browser. */
  readonly history?: RouterHistory
}

/** Creates the router. Each prerendered page has its own. */
export function createSiteRouter({ context, history }: SiteRouterOptions) {
  const router = createRouter({
    routeTree,
    context,
    ...(history && { history }),
    defaultErrorComponent: PageError,
    defaultPreload: 'intent',
    // The data of loaders stay, and pages invalidate them when a query has newer content.
    defaultStaleTime: Number.POSITIVE_INFINITY,
    defaultPreloadStaleTime: Number.POSITIVE_INFINITY,
    defaultGcTime: Number.POSITIVE_INFINITY,
    trailingSlash: 'never',
    scrollRestoration: () => false, // the router's would also scroll to the top when Back closes a photo
  })
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) scrollToTop()
  })
  return router
}

/** Runs after every navigation except the first (requirements §2). Also moves the focus, for screen readers and keyboards. */
function scrollToTop() {
  window.scrollTo({ top: 0, behavior: 'instant' })
  document.getElementById('content')?.focus({ preventScroll: true })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createSiteRouter>
  }
}

const DATA_ELEMENT_ID = 'page-data'

/** What a prerendered page contains for its scripts. */
interface PageData {
  readonly router: DehydratedRouter
  /** The build of the site that the page belongs to. */
  readonly build: string
}

/**
 * Renders the data that are needed to hydrate a prerendered page, as a data block. The router's own inline scripts contain
 * the content, so their hashes in the Content-Security-Policy would change with it.
 */
export function renderPageData(matches: readonly Match[], build: string): string {
  const router: DehydratedRouter = {
    manifest: undefined,
    matches: matches.map(({ id, status, loaderData, ssr }) => ({
      i: id.replaceAll('/', '#'),
      s: status,
      l: loaderData,
      ssr,
      u: 0, // stale, like data with the build time; identical content renders identical bytes
    })),
  }
  const data: PageData = { router, build }
  const json = JSON.stringify(data).replaceAll('<', '\\u003c') // so that no text can end the element
  return `<script type="application/json" id="${DATA_ELEMENT_ID}">${json}</script>`
}

type Match = Pick<AnyRouteMatch, 'id' | 'status' | 'loaderData' | 'ssr'>

/** Passes the data block of the page to the router, and returns the build of the page. Throws if the page has none. */
export function restorePageData(): string {
  const block = document.getElementById(DATA_ELEMENT_ID)
  if (!block) throw new Error(`The page has no #${DATA_ELEMENT_ID}`)
  const { router, build }: PageData = JSON.parse(block.textContent)
  window.$_TSR = {
    router,
    buffer: [],
    p: (script) => script(),
    e: () => {},
    c: () => {},
    h: () => {
      delete window.$_TSR
    },
  }
  block.remove()
  return build
}
