import * as z from 'zod/mini'
import type { PictureContent } from '#src/components/picture.tsx'
import { env } from '#src/env.ts'
import { settings } from '#src/settings.ts'
import bundled from './bundled/gallery.json' with { type: 'json' }
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
export const galleryContent = {
  document: GalleryDocument,
  /** Contentful returns at most 1,000 items per response and truncates longer lists silently (docs/contentful.md, Complexity). */
  getLongList: getImages,
  fallback: bundled,
  map: toGallery,
}

export type GalleryContent = ReturnType<typeof toGallery>

function getImages({ galleryPageCollection }: GalleryQuery) {
  return galleryPageCollection?.items[0]?.imagesCollection
}

/** The photos are validated apart from the page, because the fallback must not replace them. */
const pageWithoutPhotos = {
  ...galleryPageEntry,
  schema: z.omit(galleryPageEntry.schema, { imagesCollection: true }),
}

/** Throws if the CMS has no valid photo, so that the shown content or the fallback is kept. */
function toGallery(response: GalleryQuery, fallback?: GalleryQuery) {
  const page = parsePage(pageWithoutPhotos, response.galleryPageCollection, fallback?.galleryPageCollection)
  const photos = parseItems(galleryImageEntry, getImages(response)?.items ?? [])
  if (photos.length === 0 && response !== bundled) throw new Error('Gallery page: no valid photo')
  return {
    ...page,
    seo: toSeo(page.seo),
    hero: toVideoHero(page.hero),
    images: photos.length > 0 ? photos.map(toGalleryImage) : generateGalleryImages(page.gridTitle),
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
