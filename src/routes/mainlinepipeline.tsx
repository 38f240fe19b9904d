import { createFileRoute } from '@tanstack/react-router'
import { createPageHead } from '#src/layout/document-head.ts'
import { MainlinePipelinePage } from '#src/pages/mainline-pipeline/mainline-pipeline-page.tsx'
import { loadPage } from './-load-page.ts'
import { useContent } from './-route-content.ts'

export const Route = createFileRoute('/mainlinepipeline')({
  loader: (options) => loadPage('mainline', options),
  head: ({ loaderData: page }) => createPageHead('/mainlinepipeline', page?.seo, page?.shareImage),
  component: () => <MainlinePipelinePage content={useContent('mainline', Route.useLoaderData()).content} />,
})
