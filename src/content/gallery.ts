import * as z from 'zod/mini'
import { checkedItems, checkedPage } from './checked.ts'
import { contentQuery } from './content-query.ts'
import { GalleryDocument, type GalleryQuery } from './generated/graphql.ts'
import { request } from './request.ts'
import { image, seo, sys, text } from './shapes.ts'
import { videoHero } from './video-hero.ts'

/** Contentful answers at most 1,000 items; above that, and under its default of 100, a collection is cut silently. */
const CHUNK = 1_000

const galleryImage = z.pipe(
  z.object({ sys, altText: text, caption: z.nullish(text), photo: image }),
  z.transform(({ sys, altText, caption, photo }) => ({
    id: sys.id,
    ...photo,
    alt: altText,
    ...(caption && { caption }),
  })),
)

/** One photograph of the gallery (spec §3); its srcset and preview are derived from the address when it is shown. */
export type GalleryImage = z.output<typeof galleryImage>

const galleryPage = z.object({
  seo,
  hero: videoHero,
  gridTitle: text,
  photoDialog: z.catch(z.enum(['full screen', 'classic lightbox']), 'full screen'),
})

/** Gallery: hero, and every photograph in the editors' order (spec §2). */
export const galleryQuery = () =>
  contentQuery({
    page: 'gallery',
    live: wholeGallery,
    bundled: async () => (await import('./bundled/gallery.json')).default,
    map: toGallery,
  })

export type Gallery = ReturnType<typeof toGallery>

async function wholeGallery(signal: AbortSignal): Promise<GalleryQuery> {
  const answer = await request(GalleryDocument, { skip: 0, limit: CHUNK }, signal)
  const images = answer.galleryPageCollection?.items[0]?.imagesCollection
  while (images && images.items.length < images.total) {
    const next = await request(GalleryDocument, { skip: images.items.length, limit: CHUNK }, signal)
    const more = next.galleryPageCollection?.items[0]?.imagesCollection?.items ?? []
    if (more.length === 0) break
    images.items.push(...more)
  }
  return answer
}

function toGallery({ galleryPageCollection }: GalleryQuery) {
  const images = galleryPageCollection?.items[0]?.imagesCollection?.items ?? []
  return {
    ...checkedPage(galleryPage, galleryPageCollection, 'Gallery page'),
    images: checkedItems(galleryImage, images, 'Gallery image'),
  }
}
