import * as z from 'zod/mini'
import { FOCAL_POINT_PATTERN, SITE_PATHS } from '#shared/constants.ts'
import { env } from '#src/env.ts'

/** Text with at least one visible character. Trims white space. */
export const textSchema = z.string().check(z.trim(), z.regex(/[\p{L}\p{N}\p{P}\p{S}]/u))

/** Alternative text of a picture; empty for decorative pictures. */
export const altTextSchema = z._default(textSchema, '')

/** Paragraphs, separated by empty lines. */
export const paragraphsSchema = z.pipe(
  textSchema,
  z.transform((text) => text.split(/\n\s*\n/).map((paragraph) => paragraph.trim())),
)

/** Lines, separated by line breaks. */
export const linesSchema = z.pipe(
  textSchema,
  z.transform((text) => text.split('\n').map((line) => line.trim())),
)

/** An https URL, or http for the local Contentful. Relative URLs of the bundled content are prefixed with the asset prefix. */
const fileUrlSchema = z.pipe(
  z.pipe(
    textSchema,
    z.transform((url: string) => (URL.canParse(url) || url.startsWith('/') ? url : `${env.assetPrefix}/${url}`)),
  ),
  z.string().check(z.regex(/^(https?:\/\/|\/(?!\/))/, 'not a web address')),
)

/** URL of another site. */
export const externalUrlSchema = z.url({ protocol: /^https$/ })

/** A file of the media library. */
export const assetFileSchema = z.object({ url: fileUrlSchema })

const lengthSchema = z.int().check(z.positive())

/** An image of the media library, sizes in px. Contentful has no size for an SVG without dimensions; it gets a default. */
export const imageSchema = z.pipe(
  z.pipe(
    z.object({ url: fileUrlSchema, width: z.nullable(lengthSchema), height: z.nullable(lengthSchema) }),
    z.transform((image) => (isSvg(image.url) ? { ...image, ...DEFAULT_SVG_SIZE, ...getSize(image) } : image)),
  ),
  z.object({ url: z.string(), width: lengthSchema, height: lengthSchema }),
)

const getSize = ({ width, height }: Readonly<Record<'width' | 'height', number | null>>) =>
  width && height ? { width, height } : {}

const isSvg = (url: string) => url.endsWith('.svg')

/** Approximate proportions of a logo. */
const DEFAULT_SVG_SIZE = { width: 180, height: 90 } as const

/** The id of an entry (requirements §3). */
export const sysSchema = z.object({ id: z.string() })

/** Focal point of a picture, from the left and the top; crops keep it visible. `null`: the center. */
export const focalPointSchema = z.nullish(z.string().check(z.regex(FOCAL_POINT_PATTERN, 'not as in 30% 70%')))

/** Metadata of a page for search engines and shared links. */
export const seoSchema = z.object({
  title: textSchema,
  description: textSchema,
  shareImage: z.nullish(imageSchema),
  noIndex: z.nullish(z.boolean()),
})
export type Seo = z.output<typeof seoSchema>

/** Path of a page that editors can link to (requirements §2). */
export const sitePathSchema = z.enum(SITE_PATHS)
export type SitePath = z.output<typeof sitePathSchema>
