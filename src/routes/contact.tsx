import { createFileRoute } from '@tanstack/react-router'
import type { ContactContent } from '#src/content/contact.ts'
import type { LazyContentDefinition } from '#src/content/content-store.ts'
import type { ContactQuery } from '#src/content/generated/graphql.ts'
import { createPageHead } from '#src/layout/document-head.ts'
import { StructuredData, toContactPageData } from '#src/layout/structured-data.tsx'
import { ContactPage } from '#src/pages/contact/contact-page.tsx'
import { usePageContent, useSiteSettings } from './-route-content.ts'

const definition: LazyContentDefinition<ContactQuery, ContactContent> = {
  page: 'contact',
  loadDefinition: async () => (await import('#src/content/contact.ts')).contactContent,
}

export const Route = createFileRoute('/contact')({
  loader: ({ context }) => context.contentStore.load(definition),
  head: ({ loaderData: page }) => createPageHead('/contact', page?.seo, page?.hero.shareImage),
  component: Contact,
})

function Contact() {
  const { storages } = Route.useRouteContext()
  const { interfaceTexts, shortName } = useSiteSettings()
  const { content } = usePageContent(definition, Route.useLoaderData())
  return (
    <>
      <ContactPage content={content} texts={interfaceTexts} shortName={shortName} storages={storages} />
      <StructuredData data={toContactPageData(content)} />
    </>
  )
}
