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

/** A photo of the gallery (requirements §3). `toPictureFiles` derives its srcset and preview from the URL. */
export type GalleryImage = z.output<typeof galleryImage> | GeneratedImage

/** A generated photo, without an entry in the CMS. */
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

/** Query options for the gallery: hero, and all photos in the order of the CMS (requirements §2). */
export const galleryQueryOptions = () =>
  contentQueryOptions({
    page: 'gallery',
    document: GalleryDocument,
    fetchRemaining: fetchRemainingPhotos,
    loadFallback: async () => (await import('./bundled/gallery.json')).default,
    map: toGallery,
  })

/** Whether the gallery was fetched from the CMS or the fallback in this page load, and is not the prerendered one. */
export const useIsGalleryFetched = () => useQuery({ ...galleryQueryOptions(), enabled: false }).dataUpdatedAt > 0

/** The content of the gallery page. */
export type GalleryContent = ReturnType<typeof toGallery>

/**
 * Fetches the photos beyond the first response: Contentful returns at most 1,000 items (docs/contentful.md,
 * Complexity).
 */
async function fetchRemainingPhotos(response: GalleryQuery, signal: AbortSignal): Promise<GalleryQuery> {
  const images = response.galleryPageCollection?.items[0]?.imagesCollection
  while (images && images.items.length < images.total) {
    const next = await requestGraphql(GalleryDocument, { skip: images.items.length }, signal)
    const nextItems = next.galleryPageCollection?.items[0]?.imagesCollection?.items ?? []
    if (nextItems.length === 0) break
    images.items.push(...nextItems)
  }
  return response
}

/**
 * Maps the content. Throws if the CMS has no valid photo, so that the shown content or the fallback is used. Generates
 * photos if the fallback has none either.
 */
function toGallery(
  { galleryPageCollection }: GalleryQuery,
  fallback: GalleryQuery | undefined,
  source: 'cms' | 'fallback',
) {
  const page = parsePage(galleryPage, galleryPageCollection, 'Gallery page', fallback?.galleryPageCollection)
  const items = galleryPageCollection?.items[0]?.imagesCollection?.items ?? []
  const images: readonly GalleryImage[] = parseItems(galleryImage, items, 'Gallery image')
  if (images.length > 0) return { ...page, images }
  if (source === 'cms') throw new Error('Gallery page: no valid photo')
  return { ...page, images: generateGalleryImages(page.gridTitle) }
}

/**
 * Generates the dynamic variant of the gallery (requirements §3): photos without responsive sources, used if neither
 * the CMS nor the seed has any. scripts/build/derive-images.ts creates the files.
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
