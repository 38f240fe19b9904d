import { createFileRoute } from '@tanstack/react-router'
import { ServicesPage } from '#src/pages/services/services-page.tsx'
import { createPageRoute, usePageProps } from './-page-route.ts'

export const Route = createFileRoute('/services')({
  ...createPageRoute('services'),
  component: () => <ServicesPage {...usePageProps('services')} />,
})
