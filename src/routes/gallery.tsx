import { createFileRoute } from '@tanstack/react-router'
import { GalleryPage } from '#src/pages/gallery/gallery-page.tsx'
import { createPageRoute, usePageProps } from './-page-route.ts'

export const Route = createFileRoute('/gallery')({
  ...createPageRoute('gallery'),
  validateSearch: ({ photo }: Record<string, unknown>): { photo?: string | undefined } => ({
    photo: photo === undefined ? undefined : String(photo),
  }),
  component: () => <GalleryPage {...usePageProps('gallery')} photo={Route.useSearch().photo} />,
})
