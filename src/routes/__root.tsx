import '#src/theme/global-styles.ts'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts, useRouterState } from '@tanstack/react-router'
import { siteQueryOptions } from '#src/content/site.ts'
import { createSiteHead } from '#src/layout/document-head.ts'
import { SiteLayout } from '#src/layout/site-layout.tsx'
import { StructuredData, toOrganizationData } from '#src/layout/structured-data.tsx'
import { useSiteSettings } from './-use-site-settings.ts'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  loader: ({ context }) => context.queryClient.ensureQueryData(siteQueryOptions()),
  head: ({ loaderData: site }) => createSiteHead(site),
  component: Root,
})

function Root() {
  const { queryClient } = Route.useRouteContext()
  return (
    <QueryClientProvider client={queryClient}>
      <HeadContent />
      <RootLayout />
      <Scripts />
    </QueryClientProvider>
  )
}

function RootLayout() {
  const site = useSiteSettings()
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  return (
    <>
      <SiteLayout site={site} isLoading={isLoading}>
        <Outlet />
      </SiteLayout>
      <StructuredData data={toOrganizationData(site)} />
    </>
  )
}
