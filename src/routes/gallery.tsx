import { createFileRoute } from '@tanstack/react-router'
import { createPageHead } from '#src/layout/document-head.ts'
import { GalleryPage } from '#src/pages/gallery/gallery-page.tsx'
import { loadPage } from './-load-page.ts'
import { useContent, useSiteSettings } from './-route-content.ts'

export const Route = createFileRoute('/gallery')({
  validateSearch: ({ photo }: Record<string, unknown>): { photo?: string | undefined } => ({
    photo: photo === undefined ? undefined : String(photo),
  }),
  loader: (options) => loadPage('gallery', options),
  head: ({ loaderData: page }) => createPageHead('/gallery', page?.seo, page?.hero.shareImage),
  component: () => (
    <GalleryPage
      {...useContent('gallery', Route.useLoaderData())}
      texts={useSiteSettings().interfaceTexts}
      photo={Route.useSearch().photo}
    />
  ),
})
