import { createRouter, type ErrorComponentProps, type RouterHistory } from '@tanstack/react-router'
import { PageLoadError } from './layout/page-load-error.tsx'
import { routeTree } from './route-tree.gen.ts'
import type { RouterContext } from './routes/-router-context.ts'
import { useContent } from './routes/-use-content.ts'

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

/** Error component of the routes, shown inside the site layout. */
const PageError = ({ error }: ErrorComponentProps) => (
  <>
    <PageLoadError error={error} texts={useContent('site').content.interfaceTexts} />
    {import.meta.env.DEV && error instanceof Error && <pre>{error.stack}</pre>}
  </>
)

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
