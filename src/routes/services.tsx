import { createFileRoute } from '@tanstack/react-router'
import type { LazyContentDefinition } from '#src/content/content-store.ts'
import type { ServicesQuery } from '#src/content/generated/graphql.ts'
import type { ServicesContent } from '#src/content/services.ts'
import { createPageHead } from '#src/layout/document-head.ts'
import { ServicesPage } from '#src/pages/services/services-page.tsx'
import { usePageContent, useSiteSettings } from './-route-content.ts'

const definition: LazyContentDefinition<ServicesQuery, ServicesContent> = {
  page: 'services',
  loadDefinition: async () => (await import('#src/content/services.ts')).servicesContent,
}

export const Route = createFileRoute('/services')({
  loader: ({ context }) => context.contentStore.load(definition),
  head: ({ loaderData: page }) => createPageHead('/services', page?.seo, page?.hero.shareImage),
  component: () => (
    <ServicesPage
      content={usePageContent(definition, Route.useLoaderData()).content}
      texts={useSiteSettings().interfaceTexts}
    />
  ),
})
