import { createFileRoute } from '@tanstack/react-router'
import { contactQueryOptions } from '#src/content/contact.ts'
import { useContent } from '#src/content/content-query.ts'
import { createPageHead } from '#src/layout/document-head.ts'
import { StructuredData, toContactPageData } from '#src/layout/structured-data.tsx'
import { ContactPage } from '#src/pages/contact/contact-page.tsx'
import { useSiteSettings } from './-use-site-settings.ts'

export const Route = createFileRoute('/contact')({
  loader: ({ context }) => context.queryClient.ensureQueryData(contactQueryOptions()),
  head: ({ loaderData: page }) => createPageHead('/contact', page?.seo, page?.hero.poster),
  component: Contact,
})

function Contact() {
  const { interfaceTexts, shortName } = useSiteSettings()
  const content = useContent(contactQueryOptions(), Route.useLoaderData())
  return (
    <>
      <ContactPage content={content} texts={interfaceTexts} shortName={shortName} />
      <StructuredData data={toContactPageData(content)} />
    </>
  )
}
