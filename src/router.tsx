import { createRouter, type RouterHistory } from '@tanstack/react-router'
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
    // Loaders fill the cache of React Query, which keeps all content and fetches it again.
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
