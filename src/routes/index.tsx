import { createFileRoute } from '@tanstack/react-router'
import type { LazyContentDefinition } from '#src/content/content-store.ts'
import type { HomeQuery } from '#src/content/generated/graphql.ts'
import type { HomeContent } from '#src/content/home.ts'
import { createPageHead } from '#src/layout/document-head.ts'
import { HomePage } from '#src/pages/home/home-page.tsx'
import { usePageContent, useSiteSettings } from './-route-content.ts'

const definition: LazyContentDefinition<HomeQuery, HomeContent> = {
  page: 'home',
  loadDefinition: async () => (await import('#src/content/home.ts')).homeContent,
}

export const Route = createFileRoute('/')({
  loader: ({ context }) => context.contentStore.load(definition),
  head: ({ loaderData: page }) => createPageHead('/', page?.seo, page?.hero.shareImage),
  component: () => (
    <HomePage
      content={usePageContent(definition, Route.useLoaderData()).content}
      texts={useSiteSettings().interfaceTexts}
    />
  ),
})
