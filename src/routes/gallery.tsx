import { createFileRoute } from '@tanstack/react-router'
import { GalleryPage } from '#src/pages/gallery/gallery-page.tsx'
import { loadPage } from './-load-page.ts'
import { usePageProps } from './-use-content.ts'

export const Route = createFileRoute('/gallery')({
  loader: (options) => loadPage('gallery', options),
  staticData: { content: 'gallery' },
  validateSearch: ({ photo }: Record<string, unknown>): { photo?: string | undefined } => ({
    photo: photo === undefined ? undefined : String(photo),
  }),
  component: () => <GalleryPage {...usePageProps('gallery')} photo={Route.useSearch().photo} />,
})
