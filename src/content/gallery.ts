import * as z from 'zod/mini'
import type { PictureContent } from '#src/components/picture.tsx'
import { env } from '#src/env.ts'
import { settings } from '#src/settings.ts'
import bundled from './bundled/gallery.json' with { type: 'json' }
import type { ContentDefinition, FetchFrom } from './content-definition.ts'
import { getNonResponsiveFiles, NON_RESPONSIVE_PHOTO } from './derived-pictures.ts'
import type { EntryFields } from './field-schemas.ts'
import { galleryImageEntry, galleryPageEntry } from './generated/entry-schemas.ts'
import { GalleryDocument, type GalleryQuery } from './generated/graphql.ts'
import { parseItems, parsePage } from './parse-content.ts'
import { toPicture } from './pictures.ts'
import { toSeo } from './seo.ts'
import { toVideoHero } from './video-hero.ts'

/** A photo of the gallery (requirements §3). */
export interface GalleryImage extends PictureContent {
  readonly id: string
  readonly caption?: string
}

const toGalleryImage = ({
  sys,
  altText,
  caption,
  focalPoint,
  photo,
}: EntryFields<typeof galleryImageEntry>): GalleryImage => ({
  id: sys.id,
  ...toPicture(photo, altText, focalPoint),
  ...(caption && { caption }),
})

/** Content of the Gallery page: hero and all photos in the order of the CMS (requirements §2). */
export const galleryContent: ContentDefinition<GalleryQuery, GalleryContent> = {
  document: GalleryDocument,
  fetchRemaining: fetchRemainingImages,
  fallback: bundled,
  map: toGallery,
  mapFallback: toGalleryFallback,
}

export type GalleryContent = ReturnType<typeof toGallery>

/** Contentful returns at most 1,000 items per response and truncates longer lists silently (docs/contentful.md, Complexity). */
async function fetchRemainingImages(first: GalleryQuery, fetchFrom: FetchFrom<GalleryQuery>): Promise<GalleryQuery> {
  const images = first.galleryPageCollection?.items[0]?.imagesCollection
  while (images && images.items.length < images.total) {
    const response = await fetchFrom(images.items.length)
    const items = response.galleryPageCollection?.items[0]?.imagesCollection?.items ?? []
    if (items.length === 0) break
    images.items.push(...items)
  }
  return first
}

/** Throws if the CMS has no valid photo, so that the shown content or the fallback is kept. */
function toGallery(response: GalleryQuery, fallback?: GalleryQuery) {
  const content = parseGallery(response, fallback)
  if (content.images.length === 0) throw new Error('Gallery page: no valid photo')
  return content
}

/** Generates the photos if the fallback has none either. */
function toGalleryFallback(fallback: GalleryQuery): GalleryContent {
  const content = parseGallery(fallback)
  return content.images.length > 0 ? content : { ...content, images: generateGalleryImages(content.gridTitle) }
}

/** The photos are validated apart from the page, because the fallback must not replace them. */
const pageWithoutPhotos = {
  ...galleryPageEntry,
  schema: z.omit(galleryPageEntry.schema, { imagesCollection: true }),
}

function parseGallery({ galleryPageCollection }: GalleryQuery, fallback?: GalleryQuery) {
  const page = parsePage(pageWithoutPhotos, galleryPageCollection, fallback?.galleryPageCollection)
  const items = galleryPageCollection?.items[0]?.imagesCollection?.items ?? []
  const images: readonly GalleryImage[] = parseItems(galleryImageEntry, items).map(toGalleryImage)
  return {
    ...page,
    seo: toSeo(page.seo),
    hero: toVideoHero(page.hero),
    images,
  }
}

/**
 * Generates the dynamic gallery (requirements §3), without responsive sources. It is used if neither the CMS nor the
 * fallback has photos. scripts/build/derive-images.ts creates the files.
 */
export function generateGalleryImages(title: string): readonly GalleryImage[] {
  return Array.from({ length: settings.gallery.images }, (_, index): GalleryImage => {
    const { id, large, preview } = getNonResponsiveFiles(index + 1)
    const folder = `${env.assetPrefix}/derived`
    return {
      id,
      src: `${folder}/${large}`,
      width: NON_RESPONSIVE_PHOTO.width,
      height: NON_RESPONSIVE_PHOTO.height,
      alt: `${title}, ${index + 1}`,
      thumbnailSrc: `${folder}/${preview}`,
    }
  })
}
