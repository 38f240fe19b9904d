import { createFileRoute } from '@tanstack/react-router'
import { loadContent } from '#src/content/content-query.ts'
import { mainlineContent } from '#src/content/mainline.ts'
import { createPageHead } from '#src/layout/document-head.ts'
import { MainlinePipelinePage } from '#src/pages/mainline-pipeline/mainline-pipeline-page.tsx'
import { usePageContent } from './-use-page-content.ts'

export const Route = createFileRoute('/mainlinepipeline')({
  loader: ({ context }) => loadContent(context, mainlineContent),
  head: ({ loaderData: page }) => createPageHead('/mainlinepipeline', page?.seo, page?.shareImage),
  component: () => <MainlinePipelinePage content={usePageContent(mainlineContent, Route.useLoaderData())} />,
})
