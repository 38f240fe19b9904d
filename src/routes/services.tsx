import { createFileRoute } from '@tanstack/react-router'
import { useContent } from '#src/content/content-query.ts'
import { servicesQueryOptions } from '#src/content/services.ts'
import { createPageHead } from '#src/layout/document-head.ts'
import { ServicesPage } from '#src/pages/services/services-page.tsx'
import { useSiteSettings } from './-use-site-settings.ts'

export const Route = createFileRoute('/services')({
  loader: ({ context }) => context.queryClient.ensureQueryData(servicesQueryOptions()),
  head: ({ loaderData: page }) => createPageHead('/services', page?.seo, page?.hero.poster),
  component: () => (
    <ServicesPage
      content={useContent(servicesQueryOptions(), Route.useLoaderData())}
      texts={useSiteSettings().interfaceTexts}
    />
  ),
})
