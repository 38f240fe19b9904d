import { createFileRoute } from '@tanstack/react-router'
import { createPageHead } from '#src/layout/document-head.ts'
import { ServicesPage } from '#src/pages/services/services-page.tsx'
import { loadPage } from './-load-page.ts'
import { useContent, useSiteSettings } from './-route-content.ts'

export const Route = createFileRoute('/services')({
  loader: (options) => loadPage('services', options),
  head: ({ loaderData: page }) => createPageHead('/services', page?.seo, page?.hero.shareImage),
  component: () => (
    <ServicesPage
      content={useContent('services', Route.useLoaderData()).content}
      texts={useSiteSettings().interfaceTexts}
    />
  ),
})
