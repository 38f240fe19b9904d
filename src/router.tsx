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
    defaultPreloadStaleTime: 0, // what is stale is the query's to say
    trailingSlash: 'never',
    scrollRestoration: () => false, // TanStack's own would go to the top also where a photograph is closed with Back
  })
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) startAtTheTop()
  })
  return router
}

/** After every navigation except the first (requirements §2); readers of the page by ear or keyboard start there too. */
function startAtTheTop() {
  window.scrollTo({ top: 0, behavior: 'instant' })
  document.getElementById('content')?.focus({ preventScroll: true })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createSiteRouter>
  }
}

const ID = 'router-data'

/**
 * What the router needs to take over a prerendered page, as a data block for the page. The router's own inline scripts
 * would contain the content, so their hashes in the Content-Security-Policy would change with it.
 */
export function renderRouterData(matches: readonly Match[]): string {
  const data: DehydratedRouter = {
    manifest: undefined,
    matches: matches.map(({ id, status, loaderData, ssr }) => ({
      i: id.replaceAll('/', '#'),
      s: status,
      l: loaderData,
      ssr,
      u: 0, // stale, as data with the time of the build is too; and the same content gives the same bytes
    })),
  }
  const json = JSON.stringify(data).replaceAll('<', '\\u003c') // no text can end the element
  return `<script type="application/json" id="${ID}">${json}</script>`
}

type Match = Pick<AnyRouteMatch, 'id' | 'status' | 'loaderData' | 'ssr'>

/** Puts the data of the page where the router looks for it. Throws where the page has none. */
export function restoreRouterData(): void {
  const block = document.getElementById(ID)
  if (!block) throw new Error(`The page has no #${ID}`)
  window.$_TSR = {
    router: JSON.parse(block.textContent),
    buffer: [],
    p: (script) => script(),
    e: () => {},
    c: () => {},
    h: () => {
      delete window.$_TSR
    },
  }
  block.remove()
}
