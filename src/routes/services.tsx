import { createFileRoute } from '@tanstack/react-router'
import { useContent } from '#src/content/content-query.ts'
import { servicesQuery } from '#src/content/services.ts'
import { pageHead } from '#src/layout/head.ts'
import { ServicesPage } from '#src/pages/services/services-page.tsx'
import { useSite } from './-site.ts'

export const Route = createFileRoute('/services')({
  loader: ({ context }) => context.queryClient.ensureQueryData(servicesQuery()),
  head: ({ loaderData: page }) => pageHead('/services', page?.seo, page?.hero.poster),
  component: () => (
    <ServicesPage content={useContent(servicesQuery(), Route.useLoaderData())} texts={useSite().interfaceTexts} />
  ),
})
