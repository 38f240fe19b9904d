import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '#src/pages/home/home-page.tsx'
import { loadPage } from './-load-page.ts'
import { usePageProps } from './-use-content.ts'

export const Route = createFileRoute('/')({
  loader: (options) => loadPage('home', options),
  staticData: { content: 'home' },
  component: () => <HomePage {...usePageProps('home')} />,
})
