import { createFileRoute } from '@tanstack/react-router'
import { MainlinePipelinePage } from '#src/pages/mainline-pipeline/mainline-pipeline-page.tsx'
import { loadPage } from './-load-page.ts'
import { usePageProps } from './-use-content.ts'

export const Route = createFileRoute('/mainlinepipeline')({
  loader: (options) => loadPage('mainline', options),
  staticData: { content: 'mainline', parent: '/services' },
  component: () => <MainlinePipelinePage {...usePageProps('mainline')} />,
})
