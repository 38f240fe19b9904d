import { createFileRoute } from '@tanstack/react-router'
import { MainlinePipelinePage } from '#src/pages/mainline-pipeline/mainline-pipeline-page.tsx'
import { createPageRoute, usePageProps } from './-page-route.ts'

export const Route = createFileRoute('/mainlinepipeline')({
  ...createPageRoute('mainline'),
  component: () => <MainlinePipelinePage {...usePageProps('mainline')} />,
})
