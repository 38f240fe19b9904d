import * as z from 'zod/mini'
import { FOCAL_POINT_PATTERN, SITE_PATHS } from '#shared/constants.ts'
import { env } from '#src/env.ts'

/** A text with at least one visible character. Trims white space. */
export const textSchema = z.string().check(z.trim(), z.regex(/[\p{L}\p{N}\p{P}\p{S}]/u))

/** The alternative text of a picture. Defaults to the empty text, for pictures described by adjacent text. */
export const altTextSchema = z._default(textSchema, '')

/** Paragraphs, separated by empty lines. */
export const paragraphsSchema = z.pipe(
  textSchema,
  z.transform((text) => text.split(/\n\s*\n/).map((paragraph) => paragraph.trim())),
)

/** The lines of a text. */
export const linesSchema = z.pipe(
  textSchema,
  z.transform((text) => text.split('\n').map((line) => line.trim())),
)

/** An http(s) URL or an absolute path. Resolves relative URLs, of bundled content, against the asset prefix. */
const fileUrlSchema = z.pipe(
  z.pipe(
    textSchema,
    z.transform((url: string) => (URL.canParse(url) || url.startsWith('/') ? url : `${env.assetPrefix}/${url}`)),
  ),
  z.string().check(z.regex(/^(https?:\/\/|\/(?!\/))/, 'not a web address')),
)

/** A link to another site: an https URL. */
export const externalUrlSchema = z.url({ protocol: /^https$/ })

/** A file of the media library. */
export const assetFileSchema = z.object({ url: fileUrlSchema })

const lengthSchema = z.int().check(z.positive())

/**
 * A picture of the media library, with its size in px. Contentful returns null for an SVG without a size: uses a
 * default.
 */
export const imageSchema = z.pipe(
  z.pipe(
    z.object({ url: fileUrlSchema, width: z.nullable(lengthSchema), height: z.nullable(lengthSchema) }),
    z.transform((image) => (isSvg(image.url) ? { ...image, ...DEFAULT_SVG_SIZE, ...getKnownSize(image) } : image)),
  ),
  z.object({ url: z.string(), width: lengthSchema, height: lengthSchema }),
)

const getKnownSize = ({ width, height }: Readonly<Record<'width' | 'height', number | null>>) =>
  width && height ? { width, height } : {}

const isSvg = (url: string) => url.endsWith('.svg')

/** px. The typical aspect ratio of a partner's logo. */
const DEFAULT_SVG_SIZE = { width: 180, height: 90 } as const

/** The system fields of an entry: its id (requirements §3). */
export const sysSchema = z.object({ id: z.string() })

/** The focal point for crops, from the left and from the top, such as `30% 70%`. `null`: the center. */
export const focalPointSchema = z.nullish(z.string().check(z.regex(FOCAL_POINT_PATTERN, 'must have the form 30% 70%')))

/** The metadata of a page for search engines and shared links. */
export const seoSchema = z.object({
  title: textSchema,
  description: textSchema,
  shareImage: z.nullish(imageSchema),
  noIndex: z.nullish(z.boolean()),
})
export type Seo = z.output<typeof seoSchema>

/** The path of a page of the site (requirements §2) that editors can link to. */
export const sitePathSchema = z.enum(SITE_PATHS)
export type SitePath = z.output<typeof sitePathSchema>
