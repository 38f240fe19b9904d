import { createFileRoute } from '@tanstack/react-router'
import { loadContent } from '#src/content/content-query.ts'
import { servicesContent } from '#src/content/services.ts'
import { createPageHead } from '#src/layout/document-head.ts'
import { ServicesPage } from '#src/pages/services/services-page.tsx'
import { usePageContent } from './-use-page-content.ts'
import { useSiteSettings } from './-use-site-settings.ts'

export const Route = createFileRoute('/services')({
  loader: ({ context }) => loadContent(context, servicesContent),
  head: ({ loaderData: page }) => createPageHead('/services', page?.seo, page?.hero.shareImage),
  component: () => (
    <ServicesPage
      content={usePageContent(servicesContent, Route.useLoaderData())}
      texts={useSiteSettings().interfaceTexts}
    />
  ),
})
