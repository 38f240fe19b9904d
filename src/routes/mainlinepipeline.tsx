import { createFileRoute } from '@tanstack/react-router'
import type { LazyContentDefinition } from '#src/content/content-store.ts'
import type { MainlineQuery } from '#src/content/generated/graphql.ts'
import type { MainlineContent } from '#src/content/mainline.ts'
import { createPageHead } from '#src/layout/document-head.ts'
import { MainlinePipelinePage } from '#src/pages/mainline-pipeline/mainline-pipeline-page.tsx'
import { usePageContent } from './-route-content.ts'

const definition: LazyContentDefinition<MainlineQuery, MainlineContent> = {
  page: 'mainline pipeline',
  loadDefinition: async () => (await import('#src/content/mainline.ts')).mainlineContent,
}

export const Route = createFileRoute('/mainlinepipeline')({
  loader: ({ context }) => context.contentStore.load(definition),
  head: ({ loaderData: page }) => createPageHead('/mainlinepipeline', page?.seo, page?.shareImage),
  component: () => <MainlinePipelinePage content={usePageContent(definition, Route.useLoaderData()).content} />,
})
