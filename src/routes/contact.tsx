import { createFileRoute } from '@tanstack/react-router'
import { createPageHead } from '#src/layout/document-head.ts'
import { StructuredData, toContactPageData } from '#src/layout/structured-data.tsx'
import { ContactPage } from '#src/pages/contact/contact-page.tsx'
import { loadPage } from './-load-page.ts'
import { useContent, useSiteSettings } from './-route-content.ts'

export const Route = createFileRoute('/contact')({
  loader: (options) => loadPage('contact', options),
  head: ({ loaderData: page }) => createPageHead('/contact', page?.seo, page?.hero.shareImage),
  component: Contact,
})

function Contact() {
  const { storages } = Route.useRouteContext()
  const { interfaceTexts, shortName } = useSiteSettings()
  const { content } = useContent('contact', Route.useLoaderData())
  return (
    <>
      <ContactPage content={content} texts={interfaceTexts} shortName={shortName} storages={storages} />
      <StructuredData data={toContactPageData(content)} />
    </>
  )
}
