import type { EntryFields } from './field-schemas.ts'
import type { seoEntry } from './generated/entry-schemas.ts'
import { type ShareImage, toShareImage } from './pictures.ts'

/** Metadata of a page for search engines and shared links. */
export interface Seo {
  readonly title: string
  readonly description: string
  /** The image of the CMS; the picture at the top of the page is shared without one. */
  readonly shareImage?: ShareImage
  readonly noIndex?: boolean | null | undefined
}

/** Maps the metadata of a page. */
export const toSeo = ({ title, description, shareImage, focalPoint, noIndex }: EntryFields<typeof seoEntry>): Seo => ({
  title,
  description,
  ...(shareImage && { shareImage: toShareImage(shareImage, title, focalPoint) }),
  noIndex,
})
