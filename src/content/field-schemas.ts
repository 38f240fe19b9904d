import * as z from 'zod/mini'
import { FOCAL_POINT_PATTERN, SITE_PATHS } from '#shared/constants.ts'
import { env } from '#src/env.ts'

/** A text that has something to read in it: not only space, and what has no width. */
export const textSchema = z.string().check(z.trim(), z.regex(/[\p{L}\p{N}\p{P}\p{S}]/u))

/** What a picture shows, for who cannot see it. A picture with words beside it stands without. */
export const altTextSchema = z._default(textSchema, '')

/** Several paragraphs: an empty line parts them. */
export const paragraphsSchema = z.pipe(
  textSchema,
  z.transform((whole) => whole.split(/\n\s*\n/).map((paragraph) => paragraph.trim())),
)

/** Lines as the editor broke them. */
export const linesSchema = z.pipe(
  textSchema,
  z.transform((whole) => whole.split('\n').map((each) => each.trim())),
)

/** https or, for a Contentful on this machine, http; a relative address of the bundled content stands below the asset prefix. */
const address = z.pipe(
  z.pipe(
    textSchema,
    z.transform((url: string) => (URL.canParse(url) || url.startsWith('/') ? url : `${env.assetPrefix}/${url}`)),
  ),
  z.string().check(z.regex(/^(https?:\/\/|\/(?!\/))/, 'not a web address')),
)

/** A link to another site. */
export const externalUrlSchema = z.url({ protocol: /^https$/ })

/** A file of the media library. */
export const assetFileSchema = z.object({ url: address })

const side = z.int().check(z.positive())

/** A picture of the media library, without its words: sizes in px. Of a drawing that names no size Contentful tells none. */
export const imageSchema = z.pipe(
  z.pipe(
    z.object({ url: address, width: z.nullable(side), height: z.nullable(side) }),
    z.transform((given) => (isDrawing(given.url) ? { ...given, ...DRAWING, ...sized(given) } : given)),
  ),
  z.object({ url: z.string(), width: side, height: side }),
)

const sized = ({ width, height }: Readonly<Record<'width' | 'height', number | null>>) =>
  width && height ? { width, height } : {}

const isDrawing = (url: string) => url.endsWith('.svg')

/** px; a partner's logo is about so much wider than high. */
const DRAWING = { width: 180, height: 90 } as const

/** An entry's id, under the name that the domain types use (requirements §3). */
export const sysSchema = z.object({ id: z.string() })

/** The point of a picture that every crop keeps: from the left, from the top. `null`: the middle. */
export const focalPointSchema = z.nullish(z.string().check(z.regex(FOCAL_POINT_PATTERN, 'not as in 30% 70%')))

/** What search engines and shared links show of a page. */
export const seoSchema = z.object({
  title: textSchema,
  description: textSchema,
  shareImage: z.nullish(imageSchema),
  noIndex: z.nullish(z.boolean()),
})
export type Seo = z.output<typeof seoSchema>

/** A page of the site (requirements §2), as editors may link to it. */
export const sitePathSchema = z.enum(SITE_PATHS)
export type SitePath = z.output<typeof sitePathSchema>
