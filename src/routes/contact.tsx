import { createFileRoute } from '@tanstack/react-router'
import { ContactPage } from '#src/pages/contact/contact-page.tsx'
import { createPageRoute, usePageProps } from './-page-route.ts'
import { useContent } from './-use-content.ts'

export const Route = createFileRoute('/contact')({
  ...createPageRoute('contact'),
  component: () => (
    <ContactPage
      {...usePageProps('contact')}
      shortName={useContent('site').content.shortName}
      storages={Route.useRouteContext().storages}
    />
  ),
})
