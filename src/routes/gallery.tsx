import { createFileRoute } from '@tanstack/react-router'
import type { LazyContentDefinition } from '#src/content/content-store.ts'
import type { GalleryContent } from '#src/content/gallery.ts'
import type { GalleryQuery } from '#src/content/generated/graphql.ts'
import { createPageHead } from '#src/layout/document-head.ts'
import { GalleryPage } from '#src/pages/gallery/gallery-page.tsx'
import { usePageContent, useSiteSettings } from './-route-content.ts'

const definition: LazyContentDefinition<GalleryQuery, GalleryContent> = {
  page: 'gallery',
  loadDefinition: async () => (await import('#src/content/gallery.ts')).galleryContent,
}

export const Route = createFileRoute('/gallery')({
  validateSearch: ({ photo }: Record<string, unknown>): { photo?: string | undefined } => ({
    photo: photo === undefined ? undefined : String(photo),
  }),
  loader: ({ context }) => context.contentStore.load(definition),
  head: ({ loaderData: page }) => createPageHead('/gallery', page?.seo, page?.hero.shareImage),
  component: () => (
    <GalleryPage
      {...usePageContent(definition, Route.useLoaderData())}
      texts={useSiteSettings().interfaceTexts}
      photo={Route.useSearch().photo}
    />
  ),
})
