import { createFileRoute } from '@tanstack/react-router'
import { ServicesPage } from '#src/pages/services/services-page.tsx'
import { loadPage } from './-load-page.ts'
import { usePageProps } from './-use-content.ts'

export const Route = createFileRoute('/services')({
  loader: (options) => loadPage('services', options),
  staticData: { content: 'services' },
  component: () => <ServicesPage {...usePageProps('services')} />,
})
