import { createFileRoute } from '@tanstack/react-router'
import { useContent } from '#src/content/content-query.ts'
import { galleryQueryOptions } from '#src/content/gallery.ts'
import { createPageHead } from '#src/layout/document-head.ts'
import { GalleryPage } from '#src/pages/gallery/gallery-page.tsx'
import { useSiteSettings } from './-use-site-settings.ts'

export const Route = createFileRoute('/gallery')({
  validateSearch: ({ photo }: Record<string, unknown>): { photo?: string | undefined } => ({
    photo: photo === undefined ? undefined : String(photo),
  }),
  loader: ({ context }) => context.queryClient.ensureQueryData(galleryQueryOptions()),
  head: ({ loaderData: page }) => createPageHead('/gallery', page?.seo, page?.hero.poster),
  component: () => (
    <GalleryPage
      content={useContent(galleryQueryOptions(), Route.useLoaderData())}
      texts={useSiteSettings().interfaceTexts}
      photo={Route.useSearch().photo}
    />
  ),
})
