import { createFileRoute } from '@tanstack/react-router'
import { loadContent } from '#src/content/content-query.ts'
import { galleryContent } from '#src/content/gallery.ts'
import { createPageHead } from '#src/layout/document-head.ts'
import { GalleryPage } from '#src/pages/gallery/gallery-page.tsx'
import { usePageContent } from './-use-page-content.ts'
import { useSiteSettings } from './-use-site-settings.ts'

export const Route = createFileRoute('/gallery')({
  validateSearch: ({ photo }: Record<string, unknown>): { photo?: string | undefined } => ({
    photo: photo === undefined ? undefined : String(photo),
  }),
  loader: ({ context }) => loadContent(context, galleryContent),
  head: ({ loaderData: page }) => createPageHead('/gallery', page?.seo, page?.hero.shareImage),
  component: () => (
    <GalleryPage
      content={usePageContent(galleryContent, Route.useLoaderData())}
      texts={useSiteSettings().interfaceTexts}
      photo={Route.useSearch().photo}
    />
  ),
})
