import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { env } from '#src/env.ts'
import { settings } from '#src/settings.ts'
import { checkedItems, checkedPage } from './checked.ts'
import { contentQuery } from './content-query.ts'
import { GalleryDocument, type GalleryQuery } from './generated/graphql.ts'
import { type PlainPhoto, photoOf } from './images.ts'
import { PLAIN, plainFiles } from './picture-sizes.ts'
import { request } from './request.ts'
import { focalPoint, image, seo, sys, text } from './shapes.ts'
import { videoHero } from './video-hero.ts'

const galleryImage = z.pipe(
  z.object({ sys, altText: text, caption: z.nullish(text), focalPoint, photo: image }),
  z.transform(({ sys, altText, caption, focalPoint, photo }) => ({
    id: sys.id,
    ...photoOf(photo, altText, focalPoint),
    ...(caption && { caption }),
  })),
)

/** One photograph of the gallery (spec §3); its srcset and preview are derived from the address when it is shown. */
export type GalleryImage = z.output<typeof galleryImage> | GeneratedImage

/** A photograph that no editor chose. */
interface GeneratedImage extends PlainPhoto {
  readonly id: string
  readonly caption?: never
}

const galleryPage = z.object({
  sys,
  seo,
  hero: videoHero,
  gridTitle: text,
  photoDialog: z._default(z.enum(['full screen', 'classic lightbox']), 'full screen'),
})

/** Gallery: hero, and every photograph in the editors' order (spec §2). */
export const galleryQuery = () =>
  contentQuery({
    page: 'gallery',
    document: GalleryDocument,
    readOn: wholeGallery,
    bundled: async () => (await import('./bundled/gallery.json')).default,
    map: toGallery,
  })

/** Whether the gallery on the screen is what the CMS, or what stands in for it, says now, and not only what was prerendered. */
export const useIsGalleryFresh = () => useQuery({ ...galleryQuery(), enabled: false }).dataUpdatedAt > 0

export type Gallery = ReturnType<typeof toGallery>

/** Contentful answers at most 1,000 items at once; above that a collection is cut silently (contentful.md, Complexity). */
async function wholeGallery(answer: GalleryQuery, signal: AbortSignal): Promise<GalleryQuery> {
  const images = answer.galleryPageCollection?.items[0]?.imagesCollection
  while (images && images.items.length < images.total) {
    const next = await request(GalleryDocument, { skip: images.items.length }, signal)
    const more = next.galleryPageCollection?.items[0]?.imagesCollection?.items ?? []
    if (more.length === 0) break
    images.items.push(...more)
  }
  return answer
}

/** A gallery of the CMS that has nothing to show is none: what the page already shows, or the seed, stands in. */
function toGallery({ galleryPageCollection }: GalleryQuery, standIn: GalleryQuery | undefined, from: 'cms' | 'bundle') {
  const page = checkedPage(galleryPage, galleryPageCollection, 'Gallery page', standIn?.galleryPageCollection)
  const items = galleryPageCollection?.items[0]?.imagesCollection?.items ?? []
  const images: readonly GalleryImage[] = checkedItems(galleryImage, items, 'Gallery image')
  if (images.length > 0) return { ...page, images }
  if (from === 'cms') throw new Error('Gallery page: no photograph that can be shown')
  return { ...page, images: dynamicGallery(page.gridTitle) }
}

/**
 * The dynamic variant of the gallery (spec §3): as many photographs as the fixed one, without responsive sources,
 * for when neither the CMS nor the seed has any. scripts/derive-images.ts makes the files.
 */
export function dynamicGallery(title: string): readonly GalleryImage[] {
  return Array.from({ length: settings.gallery.images }, (_, index): GeneratedImage => {
    const { id, large, preview } = plainFiles(index + 1)
    const folder = `${env.assetPrefix}/derived`
    return {
      id,
      url: `${folder}/${large}`,
      width: PLAIN.width,
      height: PLAIN.height,
      alt: `${title}, ${index + 1}`,
      useSrcset: false,
      previewImage: `${folder}/${preview}`,
    }
  })
}
