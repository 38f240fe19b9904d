import { FOCAL_POINT_PATTERN } from '#shared/constants.ts'
/** One field of a content type. `Value` is what a seed entry gives it; it exists for the compiler only. */
export interface Field<out Value> {
  readonly type: 'Symbol' | 'Text' | 'Number' | 'Boolean' | 'Link' | 'Array'
  readonly required: boolean
  /** Shown to editors under the field. */
  readonly help: string
  /** As Contentful's management API takes them. */
  readonly validations: readonly Validation[]
  readonly link?: LinkDefinition
  readonly value?: Value
}

/** A content type of Contentful, and the TypeScript type of its seed entries, in one. */
export interface ContentType<out Fields extends Record<string, Field<unknown>> = Record<string, Field<unknown>>> {
  /** Plain camelCase: GraphQL derives its names from it (docs/contentful.md, Names). */
  readonly id: string
  readonly name: string
  /** What the type is for, in an editor's words. */
  readonly description: string
  /** The field that editors see as the entry's title. */
  readonly title: string
  readonly fields: Fields
}

/** What a seed file says of one entry of this type. */
export type SeedFields<Type extends ContentType> = {
  readonly [Key in keyof Type['fields']]: Type['fields'][Key] extends Field<infer Value> ? Value : never
}

export type Validation = Readonly<Record<string, unknown>>
export type LinkDefinition = { readonly to: 'Asset' } | { readonly to: 'Entry'; readonly types: readonly string[] }
type Limits = { readonly help: string; readonly min?: number; readonly max?: number }

/** A link in a seed file: the id of an entry, or of an asset. */
export type ContentfulId = string

export const defineContentType = <Fields extends Record<string, Field<unknown>>>(
  type: ContentType<Fields> & { readonly title: keyof Fields },
) => type

/** One line, at most 256 characters in Contentful. */
export const lineField = ({ help, min = 1, max = 256 }: Limits): Field<string> => ({
  type: 'Symbol',
  required: true,
  help,
  validations: [{ size: { min, max } }],
})

/** Several lines. A line break is a line break on the page, an empty line a new paragraph. */
export const paragraphsField = ({ help, min = 1, max = 2_000 }: Limits): Field<string> => ({
  type: 'Text',
  required: true,
  help,
  validations: [{ size: { min, max } }],
})

/** What somebody who cannot see the picture should know. */
export const altTextField = ({ help }: { readonly help: string }): Field<string> =>
  lineField({ min: 5, max: 160, help })

/** One line that must have a certain form; `message` is what an editor reads when it has not. */
export const patternField = (
  form: RegExp,
  { help, message, max = 256 }: { readonly help: string; readonly message: string; readonly max?: number },
): Field<string> => ({
  type: 'Symbol',
  required: true,
  help,
  validations: [{ size: { min: 1, max } }, { regexp: { pattern: form.source, flags: form.flags || null }, message }],
})

/** The point of a picture that every crop keeps, as `30% 70%`: from the left, from the top. */
export const focalPointField = (): Field<string | null> =>
  optionalField(
    patternField(FOCAL_POINT_PATTERN, {
      max: 9,
      help: 'What must stay visible where the picture is cut: from the left and from the top, as in 30% 70%. Empty: the middle.',
      message: 'Two percentages with a space between, as in 30% 70%',
    }),
  )

/** An address outside the site: https only. */
export const urlField = ({ help }: { readonly help: string }): Field<string> =>
  patternField(/^https:\/\/[^\s]+$/, { help, message: 'The address must start with https://' })

/** One of a few words. */
export const choiceField = <const Word extends string>(
  words: readonly Word[],
  { help }: { readonly help: string },
): Field<Word> => ({ type: 'Symbol', required: true, help, validations: [{ in: words }] })

export const numberField = ({
  help,
  min,
  max,
}: {
  readonly help: string
  readonly min: number
  readonly max: number
}): Field<number> => ({
  type: 'Number',
  required: true,
  help,
  validations: [{ range: { min, max } }],
})

export const booleanField = ({ help }: { readonly help: string }): Field<boolean> => ({
  type: 'Boolean',
  required: true,
  help,
  validations: [],
})

export const imageField = ({ help }: { readonly help: string }): Field<ContentfulId> => asset('image', 20_000_000, help)

export const videoField = ({ help }: { readonly help: string }): Field<ContentfulId> => asset('video', 20_000_000, help)

const asset = (group: 'image' | 'video', max: number, help: string): Field<ContentfulId> => ({
  type: 'Link',
  required: true,
  help,
  link: { to: 'Asset' },
  validations: [{ linkMimetypeGroup: [group] }, { assetFileSize: { max } }],
})

/** One entry of another type. */
export const entryField = (of: ContentType, { help }: { readonly help: string }): Field<ContentfulId> => ({
  type: 'Link',
  required: true,
  help,
  link: { to: 'Entry', types: [of.id] },
  validations: [{ linkContentType: [of.id] }],
})

/** Entries in an order that editors set by dragging. `max` also keeps GraphQL's cost down: a collection is priced at its largest. */
export const entryListField = (
  of: ContentType,
  { help, min = 0, max = 1_000 }: Limits,
): Field<readonly ContentfulId[]> => ({
  type: 'Array',
  required: min > 0,
  help,
  link: { to: 'Entry', types: [of.id] },
  validations: [{ size: { min, max } }],
})

/** The same field, which editors may leave empty. */
export const optionalField = <Value>(field: Field<Value>): Field<Value | null> => ({ ...field, required: false })
