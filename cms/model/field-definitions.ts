import { MAX_ASSET_BYTES } from '#cms/pictures/picture-rules.ts'
import { FOCAL_POINT_PATTERN } from '#shared/constants.ts'

/** A field of a content type. `Value` is the type of its values in the seed; it exists at compile time only. */
export interface Field<out Value> {
  readonly type: 'Symbol' | 'Text' | 'Number' | 'Boolean' | 'Link' | 'Array'
  readonly required: boolean
  /** Help text below the field in the CMS. */
  readonly help: string
  /** Validations in the format of the management API. */
  readonly validations: readonly Validation[]
  readonly link?: LinkDefinition
  /** Whether only editors see the field: the queries of the site leave it out. */
  readonly isEditorOnly?: true
  readonly value?: Value
}

/** A content type of Contentful; its TypeScript type defines the type of its seed entries. */
export interface ContentType<out Fields extends Record<string, Field<unknown>> = Record<string, Field<unknown>>> {
  /** In camelCase: GraphQL derives its names from it (docs/contentful.md, Names). */
  readonly id: string
  readonly name: string
  /** Description for editors. */
  readonly description: string
  /** Id of the field that is the title of entries. */
  readonly title: string
  /**
   * The path of the page, if the content type is one: `/` or one segment, as in `/gallery`. It names the route file
   * (src/routes/gallery.tsx). `npm run types` makes SITE_PATHS from the paths of all pages.
   */
  readonly path?: `/${string}`
  readonly fields: Fields
  /** Tabs of the form, at most 5: the name of each by its first field. The first one starts with the first field. */
  readonly tabs?: { readonly [Id in keyof Fields]?: string }
}

/** Field values of a seed entry of this type. */
export type SeedFields<Type extends ContentType> = {
  readonly [Key in keyof Type['fields']]: Type['fields'][Key] extends Field<infer Value> ? Value : never
}

export type Validation = Readonly<Record<string, unknown>>
export type LinkDefinition = { readonly to: 'Asset' } | { readonly to: 'Entry'; readonly types: readonly string[] }
type Limits = { readonly help: string; readonly min?: number; readonly max?: number }

/** A link in a seed file: the id of an entry or asset. */
export type ContentfulId = string

/** Defines a content type and infers the types of its fields. */
export const defineContentType = <Fields extends Record<string, Field<unknown>>>(
  type: ContentType<Fields> & { readonly title: keyof Fields },
) => type

/** A line of text; Contentful allows at most 256 characters. */
export const lineField = ({ help, min = 1, max = 256 }: Limits): Field<string> => ({
  type: 'Symbol',
  required: true,
  help,
  validations: [{ size: { min, max } }],
})

/** The title of an entry in the CMS, which the site does not show. */
export const editorTitleField = ({ help }: { readonly help: string }): Field<string> => ({
  ...lineField({ max: 60, help }),
  isEditorOnly: true,
})

/** Text of several lines. An empty line starts a new paragraph on the page. */
export const paragraphsField = ({ help, min = 1, max = 2_000 }: Limits): Field<string> => ({
  type: 'Text',
  required: true,
  help,
  validations: [{ size: { min, max } }],
})

/** Alternative text of a picture. */
export const altTextField = ({ help }: { readonly help: string }): Field<string> =>
  lineField({ min: 5, max: 160, help })

interface PatternOptions {
  readonly help: string
  /** What editors see if the line does not match. */
  readonly message: string
  readonly max?: number
  /** A pattern that the line must not match, and what editors see if it does. */
  readonly prohibited?: { readonly pattern: RegExp; readonly message: string }
}

/** A line that must match a pattern. */
export const patternField = (
  pattern: RegExp,
  { help, message, max = 256, prohibited }: PatternOptions,
): Field<string> => ({
  type: 'Symbol',
  required: true,
  help,
  validations: [
    { size: { min: 1, max } },
    { regexp: toPatternRule(pattern), message },
    ...(prohibited ? [{ prohibitRegexp: toPatternRule(prohibited.pattern), message: prohibited.message }] : []),
  ],
})

const toPatternRule = ({ source, flags }: RegExp) => ({ pattern: source, flags: flags || null })

/** Id of the field with the focal point of the picture of an entry. */
export const FOCAL_POINT_FIELD_ID = 'focalPoint'

/** Focal point of a picture, for example `30% 70%` from the left and the top. Crops keep it visible. */
export const focalPointField = (): Field<string | null> =>
  optionalField(
    patternField(FOCAL_POINT_PATTERN, {
      max: 9,
      help: 'What must stay visible where the picture is cut: from the left and from the top, as in 30% 70%. Empty: the middle.',
      message: 'Two percentages with a space between, as in 30% 70%',
    }),
  )

/** An https URL of another site. */
export const urlField = ({ help }: { readonly help: string }): Field<string> =>
  patternField(/^https:\/\/[^\s]+$/, { help, message: 'The address must start with https://' })

/** One of several values. */
export const choiceField = <const Choice extends string>(
  choices: readonly Choice[],
  { help }: { readonly help: string },
): Field<Choice> => ({ type: 'Symbol', required: true, help, validations: [{ in: choices }] })

/** A number from `min` to `max`. */
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

/** Yes or no. */
export const booleanField = ({ help }: { readonly help: string }): Field<boolean> => ({
  type: 'Boolean',
  required: true,
  help,
  validations: [],
})

/** A link to an image. */
export const imageField = ({ help }: { readonly help: string }): Field<ContentfulId> => createAssetField('image', help)

/** A link to a video. */
export const videoField = ({ help }: { readonly help: string }): Field<ContentfulId> => createAssetField('video', help)

const createAssetField = (group: 'image' | 'video', help: string): Field<ContentfulId> => ({
  type: 'Link',
  required: true,
  help,
  link: { to: 'Asset' },
  validations: [{ linkMimetypeGroup: [group] }, { assetFileSize: { max: MAX_ASSET_BYTES } }],
})

/** A link to an entry of another type. */
export const entryField = (type: ContentType, { help }: { readonly help: string }): Field<ContentfulId> => ({
  type: 'Link',
  required: true,
  help,
  link: { to: 'Entry', types: [type.id] },
  validations: [{ linkContentType: [type.id] }],
})

/** An ordered list of links to entries. `max` also limits the GraphQL cost, which counts the maximum of a collection. */
export const entryListField = (
  type: ContentType,
  { help, min = 0, max = 1_000 }: Limits,
): Field<readonly ContentfulId[]> => ({
  type: 'Array',
  required: min > 0,
  help,
  link: { to: 'Entry', types: [type.id] },
  validations: [{ size: { min, max } }],
})

/** Makes a field optional. */
export const optionalField = <Value>(field: Field<Value>): Field<Value | null> => ({ ...field, required: false })
