import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { env } from '#src/env.ts'
import { settings } from '#src/settings.ts'
import { contentQueryOptions } from './content-query.ts'
import { focalPointSchema, imageSchema, seoSchema, sysSchema, textSchema } from './field-schemas.ts'
import { GalleryDocument, type GalleryQuery } from './generated/graphql.ts'
import { parseItems, parsePage } from './parse-content.ts'
import { type NonResponsivePhoto, toPhoto } from './picture-files.ts'
import { getNonResponsiveFiles, NON_RESPONSIVE_PHOTO } from './picture-sizes.ts'
import { requestGraphql } from './request-graphql.ts'
import { videoHeroSchema } from './video-hero.ts'

const galleryImage = z.pipe(
  z.object({
    sys: sysSchema,
    altText: textSchema,
    caption: z.nullish(textSchema),
    focalPoint: focalPointSchema,
    photo: imageSchema,
  }),
  z.transform(({ sys, altText, caption, focalPoint, photo }) => ({
    id: sys.id,
    ...toPhoto(photo, altText, focalPoint),
    ...(caption && { caption }),
  })),
)

/** One photograph of the gallery (requirements §3); its srcset and preview are derived from the address when it is shown. */
export type GalleryImage = z.output<typeof galleryImage> | GeneratedImage

/** A photograph that no editor chose. */
interface GeneratedImage extends NonResponsivePhoto {
  readonly id: string
  readonly caption?: never
}

const galleryPage = z.object({
  sys: sysSchema,
  seo: seoSchema,
  hero: videoHeroSchema,
  gridTitle: textSchema,
  photoDialog: z._default(z.enum(['full screen', 'classic lightbox']), 'full screen'),
})

/** Gallery: hero, and every photograph in the editors' order (requirements §2). */
export const galleryQueryOptions = () =>
  contentQueryOptions({
    page: 'gallery',
    document: GalleryDocument,
    fetchRemaining: wholeGallery,
    loadFallback: async () => (await import('./bundled/gallery.json')).default,
    map: toGallery,
  })

/** Whether the gallery on the screen is what the CMS, or what stands in for it, says now, and not only what was prerendered. */
export const useIsGalleryFetched = () => useQuery({ ...galleryQueryOptions(), enabled: false }).dataUpdatedAt > 0

export type GalleryContent = ReturnType<typeof toGallery>

/** Contentful answers at most 1,000 items at once; above that a collection is cut silently (docs/contentful.md, Complexity). */
async function wholeGallery(answer: GalleryQuery, signal: AbortSignal): Promise<GalleryQuery> {
  const images = answer.galleryPageCollection?.items[0]?.imagesCollection
  while (images && images.items.length < images.total) {
    const next = await requestGraphql(GalleryDocument, { skip: images.items.length }, signal)
    const more = next.galleryPageCollection?.items[0]?.imagesCollection?.items ?? []
    if (more.length === 0) break
    images.items.push(...more)
  }
  return answer
}

/** A gallery of the CMS that has nothing to show is none: what the page already shows, or the seed, stands in. */
function toGallery(
  { galleryPageCollection }: GalleryQuery,
  fallback: GalleryQuery | undefined,
  source: 'cms' | 'fallback',
) {
  const page = parsePage(galleryPage, galleryPageCollection, 'Gallery page', fallback?.galleryPageCollection)
  const items = galleryPageCollection?.items[0]?.imagesCollection?.items ?? []
  const images: readonly GalleryImage[] = parseItems(galleryImage, items, 'Gallery image')
  if (images.length > 0) return { ...page, images }
  if (source === 'cms') throw new Error('Gallery page: no photograph that can be shown')
  return { ...page, images: generateGalleryImages(page.gridTitle) }
}

/**
 * The dynamic variant of the gallery (requirements §3): as many photographs as the fixed one, without responsive sources,
 * for when neither the CMS nor the seed has any. scripts/build/derive-images.ts makes the files.
 */
export function generateGalleryImages(title: string): readonly GalleryImage[] {
  return Array.from({ length: settings.gallery.images }, (_, index): GeneratedImage => {
    const { id, large, preview } = getNonResponsiveFiles(index + 1)
    const folder = `${env.assetPrefix}/derived`
    return {
      id,
      url: `${folder}/${large}`,
      width: NON_RESPONSIVE_PHOTO.width,
      height: NON_RESPONSIVE_PHOTO.height,
      alt: `${title}, ${index + 1}`,
      useSrcset: false,
      previewImage: `${folder}/${preview}`,
    }
  })
}
