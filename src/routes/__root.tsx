import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts, useRouterState } from '@tanstack/react-router'
import { siteQuery } from '#src/content/site.ts'
import { siteHead } from '#src/layout/head.ts'
import { organization } from '#src/layout/organization.ts'
import { SiteFrame } from '#src/layout/site-frame.tsx'
import { StructuredData } from '#src/layout/structured-data.tsx'
import '#src/theme/global.ts'
import { useSite } from './-site.ts'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  loader: ({ context }) => context.queryClient.ensureQueryData(siteQuery()),
  head: ({ loaderData: site }) => siteHead(site),
  component: Root,
})

function Root() {
  const { queryClient } = Route.useRouteContext()
  return (
    <QueryClientProvider client={queryClient}>
      <HeadContent />
      <Framed />
      <Scripts />
    </QueryClientProvider>
  )
}

function Framed() {
  const site = useSite()
  const isLoading = useRouterState({ select: (state) => state.isLoading })
  return (
    <>
      <SiteFrame site={site} isLoading={isLoading}>
        <Outlet />
      </SiteFrame>
      <StructuredData data={organization(site)} />
    </>
  )
}
