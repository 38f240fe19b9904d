import { createFileRoute } from '@tanstack/react-router'
import { useContent } from '#src/content/content-query.ts'
import { mainlineQuery } from '#src/content/mainline.ts'
import { pageHead } from '#src/layout/head.ts'
import { MainlinePipelinePage } from '#src/pages/mainline-pipeline/mainline-pipeline-page.tsx'

export const Route = createFileRoute('/mainlinepipeline')({
  loader: ({ context }) => context.queryClient.ensureQueryData(mainlineQuery()),
  head: ({ loaderData: page }) => pageHead('/mainlinepipeline', page?.seo, page?.header),
  component: () => <MainlinePipelinePage content={useContent(mainlineQuery(), Route.useLoaderData())} />,
})
