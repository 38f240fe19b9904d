import { createFileRoute } from '@tanstack/react-router'
import { contactContent } from '#src/content/contact.ts'
import { loadContent } from '#src/content/content-query.ts'
import { createPageHead } from '#src/layout/document-head.ts'
import { StructuredData, toContactPageData } from '#src/layout/structured-data.tsx'
import { ContactPage } from '#src/pages/contact/contact-page.tsx'
import { usePageContent } from './-use-page-content.ts'
import { useSiteSettings } from './-use-site-settings.ts'

export const Route = createFileRoute('/contact')({
  loader: ({ context }) => loadContent(context, contactContent),
  head: ({ loaderData: page }) => createPageHead('/contact', page?.seo, page?.hero.shareImage),
  component: Contact,
})

function Contact() {
  const { storages } = Route.useRouteContext()
  const { interfaceTexts, shortName } = useSiteSettings()
  const content = usePageContent(contactContent, Route.useLoaderData())
  return (
    <>
      <ContactPage content={content} texts={interfaceTexts} shortName={shortName} storages={storages} />
      <StructuredData data={toContactPageData(content)} />
    </>
  )
}
