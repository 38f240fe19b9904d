import { createFileRoute } from '@tanstack/react-router'
import { HomePage } from '#src/pages/home/home-page.tsx'
import { createPageRoute, usePageProps } from './-page-route.ts'

export const Route = createFileRoute('/')({
  ...createPageRoute('home'),
  component: () => <HomePage {...usePageProps('home')} />,
})
