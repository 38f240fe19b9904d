import * as z from 'zod/mini'
import { env } from '#src/env.ts'

/** A text that has something to read in it. */
export const text = z.string().check(z.trim(), z.minLength(1))

/** Several paragraphs: an empty line parts them. */
export const paragraphs = z.pipe(
  text,
  z.transform((whole) => whole.split(/\n\s*\n/).map((paragraph) => paragraph.trim())),
)

/** Lines as the editor broke them. */
export const lines = z.pipe(
  text,
  z.transform((whole) => whole.split('\n').map((each) => each.trim())),
)

/** https or, for a Contentful on this machine, http; a relative address of the bundled content stands below the asset prefix. */
const address = z.pipe(
  z.pipe(
    text,
    z.transform((url: string) => (URL.canParse(url) ? url : `${env.assetPrefix}/${url}`)),
  ),
  z.string().check(z.regex(/^(https?:\/\/|\/(?!\/))/, 'not a web address')),
)

/** A link to another site. */
export const webLink = z.url({ protocol: /^https$/ })

/** A file of the media library. */
export const file = z.object({ url: address })

/** A picture of the media library, without its words: sizes in px. */
export const image = z.object({ url: address, width: z.int().check(z.positive()), height: z.int().check(z.positive()) })

/** An entry's id, under the name that the domain types use (spec §3). */
export const sys = z.object({ id: z.string() })

/** What search engines and shared links show of a page. */
export const seo = z.object({ title: text, description: text, shareImage: z.nullish(image) })
export type Seo = z.output<typeof seo>

/** A page of the site (spec §2), as editors may link to it. */
export const sitePath = z.enum(['/', '/gallery', '/services', '/contact', '/mainlinepipeline'])
export type SitePath = z.output<typeof sitePath>
