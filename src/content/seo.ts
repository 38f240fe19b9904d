import * as z from 'zod/mini'
import { defineEntry, mapEntry, sysSchema, textSchema } from './entry-schemas.ts'
import type { SeoFragment } from './generated/graphql.ts'
import { focalPointSchema, imageSchema, type ShareImage, toShareImage } from './pictures.ts'

/** Metadata of a page for search engines and shared links. */
export interface Seo {
  readonly title: string
  readonly description: string
  /** The image of the CMS; the picture at the top of the page is shared without one. */
  readonly shareImage?: ShareImage
  readonly noIndex?: boolean | null | undefined
}

/** Validates the metadata and maps it to `Seo`. */
export const seoDefinition = mapEntry(
  defineEntry<SeoFragment>()('SEO', {
    sys: sysSchema,
    title: textSchema,
    description: textSchema,
    shareImage: z.nullish(imageSchema),
    focalPoint: focalPointSchema,
    noIndex: z.nullish(z.boolean()),
  }),
  ({ title, description, shareImage, focalPoint, noIndex }): Seo => ({
    title,
    description,
    ...(shareImage && { shareImage: toShareImage(shareImage, title, focalPoint) }),
    noIndex,
  }),
)
