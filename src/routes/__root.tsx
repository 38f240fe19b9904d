import '#src/theme/global-styles.ts'
import { QueryClientProvider, useIsFetching } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  Outlet,
  redirect,
  trimPathRight,
  useMatches,
  useRouterState,
} from '@tanstack/react-router'
import { findSitePath } from '#shared/find-site-path.ts'
import { contentQuery } from '#src/content/content-query.ts'
import { InspectorPropsContext } from '#src/content/inspector-props.ts'
import { PageHead, SiteHead } from '#src/layout/document-head.tsx'
import { SiteLayout } from '#src/layout/site-layout.tsx'
import { StructuredData, toOrganizationData } from '#src/layout/structured-data.tsx'
import { connectionKey } from './-connection.ts'
import type { PageName, RouterContext } from './-router-context.ts'
import { useContent } from './-use-content.ts'

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: ({ location }) => {
    const path = findSitePath(location.pathname)
    // A slash at the end makes no other address for the router, which would load the same address for ever.
    if (path && path !== trimPathRight(location.pathname))
      throw redirect({ to: path, search: true, hash: true, state: true, replace: true })
  },
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(contentQuery('site', context.contentLoader))
  },
  component: Root,
})

function Root() {
  const { queryClient, getInspectorProps } = Route.useRouteContext()
  const page = (
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>
  )
  return getInspectorProps ? <InspectorPropsContext value={getInspectorProps}>{page}</InspectorPropsContext> : page
}

function Page() {
  const { content: site } = useContent('site')
  const match = useMatches({ select: (matches) => matches.at(-1) })
  const page = match?.status === 'success' ? match.staticData.content : undefined
  const navigation = useRouterState({
    select: ({ isLoading, location }) => (isLoading ? location : undefined),
  })
  const isWaiting = useIsFetching({ queryKey: connectionKey(navigation?.pathname) }) > 0
  return (
    <>
      <SiteHead site={site} />
      {match && page && <CurrentPageHead key={page} name={page} path={match.fullPath} />}
      <SiteLayout
        site={site}
        isLoading={navigation !== undefined && !isWaiting}
        waitingNavigation={isWaiting ? navigation : undefined}
      >
        <Outlet />
      </SiteLayout>
      <StructuredData data={toOrganizationData(site)} />
    </>
  )
}

interface CurrentPageHeadProps {
  readonly name: PageName
  readonly path: string
}

/** The title and metadata of the page that is shown. Outside of the page, so that they stay when it fails to render. */
const CurrentPageHead = ({ name, path }: CurrentPageHeadProps) => (
  <PageHead path={path} page={useContent(name).content} />
)
