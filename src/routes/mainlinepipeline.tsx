import { createFileRoute } from '@tanstack/react-router'
import { useContent } from '#src/content/content-query.ts'
import { mainlineQueryOptions } from '#src/content/mainline.ts'
import { createPageHead } from '#src/layout/document-head.ts'
import { MainlinePipelinePage } from '#src/pages/mainline-pipeline/mainline-pipeline-page.tsx'

export const Route = createFileRoute('/mainlinepipeline')({
  loader: ({ context }) => context.queryClient.ensureQueryData(mainlineQueryOptions()),
  head: ({ loaderData: page }) => createPageHead('/mainlinepipeline', page?.seo, page?.header),
  component: () => <MainlinePipelinePage content={useContent(mainlineQueryOptions(), Route.useLoaderData())} />,
})
