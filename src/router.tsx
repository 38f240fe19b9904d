import { QueryClient } from '@tanstack/react-query'
import { type AnyRouteMatch, createRouter } from '@tanstack/react-router'
import type { DehydratedRouter } from '@tanstack/react-router/ssr/client'
import { routeTree } from './route-tree.gen.ts'
import { PageError } from './routes/-page-error.tsx'

/** Creates the router. Each prerendered page gets a router and a query client of its own. */
export function createSiteRouter(queryClient = new QueryClient()) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultErrorComponent: PageError,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0, // the query's `staleTime` decides
    trailingSlash: 'never',
    scrollRestoration: () => false, // TanStack's would also scroll to the top when a photo is closed with Back
  })
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) moveToPageStart()
  })
  return router
}

/** Scrolls to the top and moves the focus to the content, after every navigation except the first (requirements §2). */
function moveToPageStart() {
  window.scrollTo({ top: 0, behavior: 'instant' })
  document.getElementById('content')?.focus({ preventScroll: true })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createSiteRouter>
  }
}

const DATA_ELEMENT_ID = 'router-data'

/**
 * Renders the router's data for the hydration of a prerendered page as a JSON script element. The router's own inline
 * scripts would contain the content, and their hashes in the Content Security Policy would change with it.
 */
export function renderRouterData(matches: readonly Match[]): string {
  const data: DehydratedRouter = {
    manifest: undefined,
    matches: matches.map(({ id, status, loaderData, ssr }) => ({
      i: id.replaceAll('/', '#'),
      s: status,
      l: loaderData,
      ssr,
      u: 0, // always stale, and independent of the build time: the same content gives the same bytes
    })),
  }
  const json = JSON.stringify(data).replaceAll('<', '\\u003c') // so that no text can end the element
  return `<script type="application/json" id="${DATA_ELEMENT_ID}">${json}</script>`
}

type Match = Pick<AnyRouteMatch, 'id' | 'status' | 'loaderData' | 'ssr'>

/** Restores the data of the prerendered page for the router. Throws if the page has none. */
export function restoreRouterData(): void {
  const element = document.getElementById(DATA_ELEMENT_ID)
  if (!element) throw new Error(`The page has no #${DATA_ELEMENT_ID}`)
  window.$_TSR = {
    router: JSON.parse(element.textContent),
    buffer: [],
    p: (script) => script(),
    e: () => {},
    c: () => {},
    h: () => {
      delete window.$_TSR
    },
  }
  element.remove()
}
