import '#src/theme/global-styles.ts'
import { type Query, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  HeadContent,
  Outlet,
  redirect,
  Scripts,
  useRouterState,
} from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { findSitePath } from '#shared/find-site-path.ts'
import { contentQuery } from '#src/content/content-query.ts'
import { InspectorPropsContext } from '#src/content/inspector-props.ts'
import { createSiteHead } from '#src/layout/document-head.ts'
import { SiteLayout } from '#src/layout/site-layout.tsx'
import { StructuredData, toOrganizationData } from '#src/layout/structured-data.tsx'
import { SiteSettingsContext, useContent } from './-route-content.ts'
import type { RouterContext } from './-router-context.ts'

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ location }) => {
    const path = findSitePath(location.pathname)
    if (path && path !== location.pathname)
      throw redirect({ to: path, search: true, hash: true, state: true, replace: true })
  },
  loader: ({ context }) => context.queryClient.ensureQueryData(contentQuery('site', context.contentLoader)),
  head: ({ loaderData: site }) => createSiteHead(site),
  component: Root,
})

function Root() {
  const { queryClient, getInspectorProps } = Route.useRouteContext()
  const page = (
    <QueryClientProvider client={queryClient}>
      <HeadContent />
      <Page />
      <Scripts />
    </QueryClientProvider>
  )
  return getInspectorProps ? <InspectorPropsContext value={getInspectorProps}>{page}</InspectorPropsContext> : page
}

function Page() {
  const { content: site } = useContent('site', Route.useLoaderData())
  const navigation = useRouterState({
    select: ({ isLoading, location }) => (isLoading ? location : undefined),
  })
  const isDelayed = useIsContentDelayed()
  return (
    <SiteSettingsContext value={site}>
      <SiteLayout
        site={site}
        isLoading={navigation !== undefined && !isDelayed}
        waitingNavigation={isDelayed ? navigation : undefined}
      >
        <Outlet />
      </SiteLayout>
      <StructuredData data={toOrganizationData(site)} />
    </SiteSettingsContext>
  )
}

/** Whether content that no page shows yet could not be requested, and waits for the connection. */
function useIsContentDelayed(): boolean {
  const cache = useQueryClient().getQueryCache()
  return useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => cache.getAll().some(isDelayed),
    () => false,
  )
}

const isDelayed = ({ state }: Query) =>
  state.data === undefined && (state.fetchStatus === 'paused' || state.fetchFailureCount > 0)
