import '#src/theme/global-styles.ts'
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
import { ContentClientContext } from '#src/content/content-client.ts'
import { type ContentStore, useContent } from '#src/content/content-store.ts'
import { createSiteHead } from '#src/layout/document-head.ts'
import { SiteLayout } from '#src/layout/site-layout.tsx'
import { StructuredData, toOrganizationData } from '#src/layout/structured-data.tsx'
import { SiteSettingsContext, siteDefinition } from './-route-content.ts'
import { useIsWaitingForConnection } from './-wait-for-page.ts'

/** What every route can use. Nothing of it is global, so that pages of different modes can render at the same time. */
interface RouterContext {
  readonly contentStore: ContentStore
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
  loader: ({ context }) => context.contentStore.load(siteDefinition),
  head: ({ loaderData: site }) => createSiteHead(site),
  component: Root,
})

function Root() {
  const { contentStore } = Route.useRouteContext()
  return (
    <ContentClientContext value={contentStore.client}>
      <HeadContent />
      <Page />
      <Scripts />
    </ContentClientContext>
  )
}

function Page() {
  const { contentStore } = Route.useRouteContext()
  const { content: site } = useContent(contentStore, siteDefinition, Route.useLoaderData())
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  const isOffline = useIsWaitingForConnection()
  return (
    <SiteSettingsContext value={site}>
      <SiteLayout site={site} isLoading={isLoading && !isOffline} isOffline={isOffline}>
        <Outlet />
      </SiteLayout>
      <StructuredData data={toOrganizationData(site)} />
    </SiteSettingsContext>
  )
}
