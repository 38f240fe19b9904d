import { createFileRoute } from '@tanstack/react-router'
import { useContent } from '#src/content/content-query.ts'
import { homeQueryOptions } from '#src/content/home.ts'
import { createPageHead } from '#src/layout/document-head.ts'
import { HomePage } from '#src/pages/home/home-page.tsx'
import { useSiteSettings } from './-use-site-settings.ts'

export const Route = createFileRoute('/')({
  loader: ({ context }) => context.queryClient.ensureQueryData(homeQueryOptions()),
  head: ({ loaderData: page }) => createPageHead('/', page?.seo, page?.hero.poster),
  component: () => (
    <HomePage
      content={useContent(homeQueryOptions(), Route.useLoaderData())}
      texts={useSiteSettings().interfaceTexts}
    />
  ),
})
