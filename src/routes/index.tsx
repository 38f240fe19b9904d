import { createFileRoute } from '@tanstack/react-router'
import { createPageHead } from '#src/layout/document-head.ts'
import { HomePage } from '#src/pages/home/home-page.tsx'
import { loadPage } from './-load-page.ts'
import { useContent, useSiteSettings } from './-route-content.ts'

export const Route = createFileRoute('/')({
  loader: (options) => loadPage('home', options),
  head: ({ loaderData: page }) => createPageHead('/', page?.seo, page?.hero.shareImage),
  component: () => (
    <HomePage content={useContent('home', Route.useLoaderData()).content} texts={useSiteSettings().interfaceTexts} />
  ),
})
