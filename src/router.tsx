import { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
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
