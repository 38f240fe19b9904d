import { MAX_ASSET_BYTES } from '#cms/pictures/picture-rules.ts'
import { FOCAL_POINT_PATTERN } from '#shared/constants.ts'
import { UserError } from '#shared/user-error.ts'
import { type FieldKind, getFieldKind } from './field-kinds.ts'

/** A field of a content type. */
export interface Field {
  readonly kind: FieldKind
  /** Contentful's type. */
  readonly type: ReturnType<typeof getFieldKind>['type']
  readonly required: boolean
  /** Name of the field in the CMS; otherwise the words of its id. */
  readonly label?: string | undefined
  /** Help text below the field in the CMS. */
  readonly help: string
  /** Validations in the format of the management API. */
  readonly validations: readonly Validation[]
  /** Arguments of the schema of the kind, by which the site validates values (src/content/field-schemas.ts): code. */
  readonly schemaArguments?: string
  readonly link?: LinkDefinition
  /** The validations of each element of a list. */
  readonly itemValidations?: readonly Validation[]
  /** The value of a new entry. */
  readonly defaultValue?: boolean | undefined
  /** Whether only editors see the field: the queries of the site leave it out. */
  readonly isEditorOnly?: true
}

/** A content type of Contentful. */
export interface ContentType<out Fields extends Record<string, Field> = Record<string, Field>> {
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

export type Validation = Readonly<Record<string, unknown>>
export type LinkDefinition = { readonly to: 'Asset' } | { readonly to: 'Entry'; readonly types: readonly string[] }
/** What editors read beside the field. */
type Texts = Pick<Field, 'help' | 'label'>
type Limits = Texts & { readonly min?: number; readonly max?: number }

/** Defines a content type. The compiler checks that its title and its tabs are fields. */
export const defineContentType = <Fields extends Record<string, Field>>(
  type: ContentType<Fields> & { readonly title: keyof Fields },
) => type

type FieldProperties = Pick<Field, 'help' | 'validations'> & Partial<Omit<Field, 'kind' | 'type'>>

const createField = (kind: FieldKind, properties: FieldProperties): Field => ({
  kind,
  type: getFieldKind(kind).type,
  required: true,
  ...properties,
})

/** A line of text; Contentful allows at most 256 characters. */
export const lineField = ({ min = 1, max = MAX_LINE_LENGTH, ...texts }: Limits): Field =>
  createField('line', { ...texts, validations: [{ size: { min, max } }] })

const MAX_LINE_LENGTH = 256

/** The title of an entry in the CMS, which the site does not show. */
export const editorTitleField = (texts: Texts): Field => ({ ...lineField({ max: 60, ...texts }), isEditorOnly: true })

/** Text of several lines. An empty line starts a new paragraph on the page. */
export const paragraphsField = ({ min = 1, max = 2_000, ...texts }: Limits): Field =>
  createField('text', { ...texts, validations: [{ size: { min, max } }] })

/** Alternative text of a picture. The site shows a picture without a valid one, as decoration. */
export const altTextField = (texts: Texts): Field =>
  createField('altText', { ...texts, validations: [{ size: { min: 5, max: 160 } }] })

interface PatternValidations {
  /** What editors see if the line does not match. */
  readonly message: string
  readonly max?: number
  /** A pattern that the line must not match, and what editors see if it does. */
  readonly prohibited?: { readonly pattern: RegExp; readonly message: string }
  /** What editors see if another entry has the same line. Contentful compares when it publishes an entry. */
  readonly uniqueMessage?: string
}

/** A line that must match a pattern. */
export const patternField = (pattern: RegExp, { help, label, ...validation }: Texts & PatternValidations): Field =>
  createField('pattern', {
    help,
    label,
    validations: createPatternValidations(pattern, validation),
    schemaArguments: String(pattern),
  })

const createPatternValidations = (
  pattern: RegExp,
  { message, max = MAX_LINE_LENGTH, prohibited, uniqueMessage }: PatternValidations,
) => [
  { size: { min: 1, max } },
  { regexp: toPatternRule(pattern), message },
  ...(prohibited ? [{ prohibitRegexp: toPatternRule(prohibited.pattern), message: prohibited.message }] : []),
  ...(uniqueMessage ? [{ unique: true, message: uniqueMessage }] : []),
]

const toPatternRule = ({ source, flags }: RegExp) => ({ pattern: source, flags: flags || null })

/** Id of the field with the focal point of the picture of an entry. */
export const FOCAL_POINT_FIELD_ID = 'focalPoint'

/** Focal point of a picture, for example `30% 70%` from the left and the top. Crops keep it visible. */
export const focalPointField = (): Field =>
  optionalField(
    patternField(FOCAL_POINT_PATTERN, {
      max: 9,
      help: 'What must stay visible where the picture is cut: from the left and from the top, as in 30% 70%. Empty: the middle.',
      message: 'Write two percentages with a space between, as in 30% 70%',
    }),
  )

/** An https URL of another site. The site shows content without it if it is invalid. */
export const urlField = (texts: Texts): Field =>
  createField('url', {
    ...texts,
    validations: createPatternValidations(/^https:\/\/[^\s]+$/, { message: 'The address must start with https://' }),
  })

/** An email address. */
export const emailField = (texts: Texts): Field =>
  createField('email', {
    ...texts,
    validations: createPatternValidations(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, {
      max: 254,
      message: 'Write an e-mail address, as in office@company.com',
    }),
  })

/** One of several values. */
export const choiceField = (choices: readonly string[], texts: Texts): Field =>
  createField('choice', { ...texts, validations: [{ in: choices }], schemaArguments: JSON.stringify(choices) })

/** A number from `min` to `max`. */
export const numberField = ({ min, max, ...texts }: Texts & Required<Pick<Limits, 'min' | 'max'>>): Field =>
  createField('number', { ...texts, validations: [{ range: { min, max } }], schemaArguments: `${min}, ${max}` })

/** Yes or no. */
export const booleanField = (options: Texts & Pick<Field, 'defaultValue'>): Field =>
  createField('boolean', { ...options, validations: [] })

/** A day without a time, as in `2026-12-31`. */
export const dateField = (texts: Texts): Field => createField('date', { ...texts, validations: [] })

export const imageField = (texts: Texts): Field => createField('image', { ...texts, ...createAssetLink('image') })

export const videoField = (texts: Texts): Field => createField('video', { ...texts, ...createAssetLink('video') })

const createAssetLink = (group: 'image' | 'video') => ({
  link: { to: 'Asset' } as const,
  validations: [{ linkMimetypeGroup: [group] }, { assetFileSize: { max: MAX_ASSET_BYTES } }],
})

/** Returns the name of the definition that the site has of the entries of a content type. */
export const getEntryName = (id: string): string => `${id}Entry`

/** A link to an entry of another type. */
export const entryField = (type: ContentType, texts: Texts): Field =>
  createField('link', { ...texts, ...createEntryLink(type), schemaArguments: getEntryName(type.id) })

const createEntryLink = ({ id }: ContentType) => ({
  link: { to: 'Entry', types: [id] } as const,
  validations: [{ linkContentType: [id] }],
})

/**
 * An ordered list: of links to entries of a type, or of lines of text. A list has no pictures, because each picture needs
 * an alternative text: make a content type of both. `max` also limits the GraphQL cost, which counts the maximum of a
 * collection. Throws `UserError` for a list of anything else.
 */
export function listField(of: ContentType | 'line', { min = 0, max = 1_000, ...texts }: Limits): Field {
  const required = min > 0
  const options = `{ isRequired: ${required} }`
  const common = { ...texts, required, validations: [{ size: { min, max } }] }
  if (of === 'line') {
    const { validations: itemValidations } = lineField(texts)
    return createField('lineList', { ...common, itemValidations, schemaArguments: options })
  }
  if (typeof of !== 'object' || !('fields' in of))
    throw new UserError(`a list cannot have ${JSON.stringify(of)}; write 'line' or a content type`)
  const { link, validations: itemValidations } = createEntryLink(of)
  const schemaArguments = `${getEntryName(of.id)}, ${options}`
  return createField('linkList', { ...common, link, itemValidations, schemaArguments })
}

/** Makes a field optional. */
export const optionalField = (field: Field): Field => ({
  ...field,
  required: false,
})
