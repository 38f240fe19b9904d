import type { EntryFields } from './field-schemas.ts'
import type { seoEntry } from './generated/entry-schemas.ts'
import { toShareImage } from './pictures.ts'

/** Maps the metadata of a page. Without an image of the CMS, the picture at the top of the page is shared. */
export const toSeo = ({ sys: _, shareImage, focalPoint, ...texts }: EntryFields<typeof seoEntry>) => ({
  ...texts,
  ...(shareImage && { shareImage: toShareImage(shareImage, texts.title, focalPoint) }),
})

/** Metadata of a page for search engines and shared links. */
export type Seo = ReturnType<typeof toSeo>
