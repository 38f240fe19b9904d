import { createFileRoute } from '@tanstack/react-router'
import { contactQuery } from '#src/content/contact.ts'
import { useContent } from '#src/content/content-query.ts'
import { pageHead } from '#src/layout/head.ts'
import { contactPage } from '#src/layout/organization.ts'
import { StructuredData } from '#src/layout/structured-data.tsx'
import { ContactPage } from '#src/pages/contact/contact-page.tsx'
import { useSite } from './-site.ts'

export const Route = createFileRoute('/contact')({
  loader: ({ context }) => context.queryClient.ensureQueryData(contactQuery()),
  head: ({ loaderData: page }) => pageHead('/contact', page?.seo, page?.hero.poster),
  component: Contact,
})

function Contact() {
  const { interfaceTexts, shortName } = useSite()
  const content = useContent(contactQuery(), Route.useLoaderData())
  return (
    <>
      <ContactPage content={content} texts={interfaceTexts} shortName={shortName} />
      <StructuredData data={contactPage(content)} />
    </>
  )
}
