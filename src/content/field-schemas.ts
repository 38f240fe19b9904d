import * as z from 'zod/mini'
import { env } from '#src/env.ts'
import { type EntryDefinition, entryIdSchema, type JsonValue, parseItems } from './parse-content.ts'

/** Text with at least one visible character. Trims white space. */
const textSchema = z.string().check(z.trim(), z.regex(/[\p{L}\p{N}\p{P}\p{S}]/u))

/** An https URL, or http for the local Contentful. Relative URLs of the bundled content are prefixed with the asset prefix. */
const fileUrlSchema = z.pipe(
  z.pipe(
    textSchema,
    z.transform((url: string) => (URL.canParse(url) || url.startsWith('/') ? url : `${env.assetPrefix}/${url}`)),
  ),
  z.string().check(z.regex(/^(https?:\/\/|\/(?!\/))/, 'not a web address')),
)

const lengthSchema = z.int().check(z.positive())

/** An image of the media library, sizes in px. Contentful has no size for an SVG without dimensions; it gets a default. */
const imageSchema = z.pipe(
  z.pipe(
    z.object({ url: fileUrlSchema, width: z.nullable(lengthSchema), height: z.nullable(lengthSchema) }),
    z.transform((image) => (isSvg(image.url) ? { ...image, ...DEFAULT_SVG_SIZE, ...getSize(image) } : image)),
  ),
  z.object({ url: z.string(), width: lengthSchema, height: lengthSchema }),
)

/** An image of the media library. */
export type ImageAsset = z.output<typeof imageSchema>

const getSize = ({ width, height }: Readonly<Record<'width' | 'height', number | null>>) =>
  width && height ? { width, height } : {}

export const isSvg = (url: string): boolean => url.endsWith('.svg')

/** Approximate proportions of a logo. */
const DEFAULT_SVG_SIZE = { width: 180, height: 90 } as const

/** Contentful's GraphQL API adds a time to a date. */
const dateSchema = z.pipe(
  z.string(),
  z.pipe(
    z.transform((date: string) => date.slice(0, 10)),
    z.iso.date(),
  ),
)

/**
 * The schema of each kind of field (cms/model/field-kinds.ts) in a response of the CMS. The generated definitions of entries
 * use them. A required field whose value is invalid is shown from the seed; in a list, its entry is omitted. Lengths are
 * not checked: a long text is better than none.
 */
export const fieldSchemas = {
  line: () => textSchema,
  text: () => textSchema,
  /** Empty without a valid value: the picture is shown as decoration. */
  altText: () => z._default(textSchema, ''),
  pattern: (pattern: RegExp) => textSchema.check(z.regex(pattern)),
  /** An https URL. An invalid one is omitted, not what it belongs to. */
  url: () => z.optional(z.url({ protocol: /^https$/ })),
  email: () => z.email(),
  choice: <const Choice extends string>(choices: readonly Choice[]) => z.enum(choices),
  number: (min: number, max: number) => z.number().check(z.gte(min), z.lte(max)),
  boolean: () => z.boolean(),
  /** A day, as in `2026-12-31`. */
  date: () => dateSchema,
  image: () => imageSchema,
  video: () => z.object({ url: fileUrlSchema }),
  link: <Schema extends z.ZodMiniType>({ schema }: EntryDefinition<Schema>) => schema,
  /** The valid lines. */
  lineList: ({ isRequired }: { isRequired: boolean }) =>
    z.pipe(
      z.nullable(z.array(z.unknown())),
      z.transform((lines, context) => {
        const validLines = (lines ?? []).flatMap((line) => textSchema.safeParse(line).data ?? [])
        if (isRequired && validLines.length === 0) context.issues.push({ code: 'custom', input: lines })
        return validLines
      }),
    ),
  /** The valid entries. Unpublished ones are null. */
  linkList: <Schema extends z.ZodMiniType>(
    definition: EntryDefinition<Schema>,
    { isRequired }: { isRequired: boolean },
  ) =>
    z.pipe(
      z.nullable(z.object({ items: z.array(z.custom<JsonValue>()) })),
      z.transform((list, context) => {
        const items = list?.items ?? []
        const entries = parseItems(definition, items)
        const isExpected = isRequired || items.some((item) => item !== null)
        if (isExpected && entries.length === 0) context.issues.push({ code: 'custom', input: list })
        return entries
      }),
    ),
}

/** Defines the entries of a content type: its name in log messages, and the schemas of its fields. */
export const defineEntry = <Fields extends z.core.$ZodLooseShape>(name: string, fields: Fields) => ({
  name,
  schema: z.extend(entryIdSchema, fields),
})

/** The fields of a valid entry. */
export type EntryFields<Definition extends EntryDefinition<z.ZodMiniType>> = z.output<Definition['schema']>
