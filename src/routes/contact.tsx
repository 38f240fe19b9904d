import { createFileRoute } from '@tanstack/react-router'
import { ContactPage } from '#src/pages/contact/contact-page.tsx'
import { loadPage } from './-load-page.ts'
import { useContent, usePageProps } from './-use-content.ts'

export const Route = createFileRoute('/contact')({
  loader: (options) => loadPage('contact', options),
  staticData: { content: 'contact' },
  component: () => (
    <ContactPage
      {...usePageProps('contact')}
      shortName={useContent('site').content.shortName}
      storages={Route.useRouteContext().storages}
    />
  ),
})
