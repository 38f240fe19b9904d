import type { EntryFields } from './field-schemas.ts'
import type { seoEntry } from './generated/entry-schemas.ts'
import { toShareImage } from './pictures.ts'

/** Maps the metadata of a page. Without an image of the CMS, the picture at the top of the page is shared. */
export const toSeo = ({ title, description, shareImage, focalPoint, noIndex }: EntryFields<typeof seoEntry>) => ({
  title,
  description,
  ...(shareImage && { shareImage: toShareImage(shareImage, title, focalPoint) }),
  noIndex,
})

/** Metadata of a page for search engines and shared links. */
export type Seo = ReturnType<typeof toSeo>
