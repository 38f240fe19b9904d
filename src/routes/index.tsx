import { createFileRoute } from '@tanstack/react-router'
import { loadContent } from '#src/content/content-query.ts'
import { homeContent } from '#src/content/home.ts'
import { createPageHead } from '#src/layout/document-head.ts'
import { HomePage } from '#src/pages/home/home-page.tsx'
import { usePageContent } from './-use-page-content.ts'
import { useSiteSettings } from './-use-site-settings.ts'

export const Route = createFileRoute('/')({
  loader: ({ context }) => loadContent(context, homeContent),
  head: ({ loaderData: page }) => createPageHead('/', page?.seo, page?.hero.shareImage),
  component: () => (
    <HomePage content={usePageContent(homeContent, Route.useLoaderData())} texts={useSiteSettings().interfaceTexts} />
  ),
})
