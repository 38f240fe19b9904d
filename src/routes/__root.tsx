import '#src/theme/global-styles.ts'
import { QueryClientProvider, useIsFetching } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  HeadContent,
  Outlet,
  redirect,
  Scripts,
  useRouterState,
} from '@tanstack/react-router'
import { findSitePath } from '#shared/find-site-path.ts'
import { contentQuery } from '#src/content/content-query.ts'
import { InspectorPropsContext } from '#src/content/inspector-props.ts'
import { createSiteHead } from '#src/layout/document-head.ts'
import { SiteLayout } from '#src/layout/site-layout.tsx'
import { StructuredData, toOrganizationData } from '#src/layout/structured-data.tsx'
import { connectionKey } from './-connection.ts'
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
  const isWaiting = useIsFetching({ queryKey: connectionKey(navigation?.pathname) }) > 0
  return (
    <SiteSettingsContext value={site}>
      <SiteLayout
        site={site}
        isLoading={navigation !== undefined && !isWaiting}
        waitingNavigation={isWaiting ? navigation : undefined}
      >
        <Outlet />
      </SiteLayout>
      <StructuredData data={toOrganizationData(site)} />
    </SiteSettingsContext>
  )
}
