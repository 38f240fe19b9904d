import '#src/theme/global-styles.ts'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  HeadContent,
  Outlet,
  type ParsedLocation,
  redirect,
  Scripts,
  useRouterState,
} from '@tanstack/react-router'
import { findSitePath } from '#shared/find-site-path.ts'
import type { BrowserStorages } from '#src/api/browser-storage.ts'
import { type ContentClient, ContentClientContext } from '#src/content/content-client.ts'
import { loadContent } from '#src/content/content-query.ts'
import { siteContent } from '#src/content/site.ts'
import { createSiteHead } from '#src/layout/document-head.ts'
import { SiteLayout } from '#src/layout/site-layout.tsx'
import { StructuredData, toOrganizationData } from '#src/layout/structured-data.tsx'
import { useSiteSettings } from './-use-site-settings.ts'
import { useIsWaitingForConnection } from './-wait-for-page.ts'

/** What every route can use. Nothing of it is global, so that pages of different modes can render at the same time. */
interface RouterContext {
  readonly queryClient: QueryClient
  readonly contentClient: ContentClient
  readonly storages: BrowserStorages
  /** Loads a page before the current one is left, and waits for the connection if necessary. */
  readonly waitForPage: (location: ParsedLocation, signal: AbortSignal) => Promise<void>
}

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context, location, preload, abortController }) => {
    const path = findSitePath(location.pathname)
    if (path && path !== location.pathname)
      throw redirect({ to: path, search: true, hash: true, state: true, replace: true })
    if (!preload) await context.waitForPage(location, abortController.signal)
  },
  loader: ({ context }) => loadContent(context, siteContent),
  head: ({ loaderData: site }) => createSiteHead(site),
  component: Root,
})

function Root() {
  const { queryClient, contentClient } = Route.useRouteContext()
  return (
    <QueryClientProvider client={queryClient}>
      <ContentClientContext value={contentClient}>
        <HeadContent />
        <Page />
        <Scripts />
      </ContentClientContext>
    </QueryClientProvider>
  )
}

function Page() {
  const site = useSiteSettings()
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  const isOffline = useIsWaitingForConnection()
  return (
    <>
      <SiteLayout site={site} isLoading={isLoading && !isOffline} isOffline={isOffline}>
        <Outlet />
      </SiteLayout>
      <StructuredData data={toOrganizationData(site)} />
    </>
  )
}
