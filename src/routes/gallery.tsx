import { createFileRoute } from '@tanstack/react-router'
import { useContent } from '#src/content/content-query.ts'
import { galleryQuery } from '#src/content/gallery.ts'
import { pageHead } from '#src/layout/head.ts'
import { GalleryPage } from '#src/pages/gallery/gallery-page.tsx'
import { useSite } from './-site.ts'

export const Route = createFileRoute('/gallery')({
  validateSearch: ({ photo }: Record<string, unknown>): { photo?: string | undefined } => ({
    photo: photo === undefined ? undefined : String(photo),
  }),
  loader: ({ context }) => context.queryClient.ensureQueryData(galleryQuery()),
  head: ({ loaderData: page }) => pageHead('/gallery', page?.seo, page?.hero.poster),
  component: () => (
    <GalleryPage
      content={useContent(galleryQuery(), Route.useLoaderData())}
      texts={useSite().interfaceTexts}
      photo={Route.useSearch().photo}
    />
  ),
})
