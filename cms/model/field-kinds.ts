/** What the parts of the product need to know about the fields of a kind. */
interface FieldKindDefinition {
  /** Contentful's type. */
  readonly type: 'Symbol' | 'Text' | 'Number' | 'Boolean' | 'Date' | 'Link' | 'Array'
  /** Contentful's control. */
  readonly widgetId: string
  readonly widgetSettings?: Readonly<Record<string, string>>
  /** What the seed has as a value, for messages. */
  readonly seedValue: string
  /** Whether a value has the right type. Links are ids in the seed; in the CMS they are checked by the rule of links. */
  readonly matches: (value: unknown) => boolean
  /** What the content report says of a value that does not match. */
  readonly mismatch: string
}

const isString = (value: unknown) => typeof value === 'string'

/** Whether the value is a list of texts. */
const isStringList = (value: unknown) => Array.isArray(value) && value.every(isString)

/** Whether the value is a day, as in `2026-12-31`. Contentful also allows a time after it. */
function isDate(value: unknown): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)(?:T.+)?$/.exec(String(value)) ?? []
  if (day === undefined || Number.isNaN(Date.parse(String(value)))) return false
  return new Date(day).toISOString().startsWith(day) // the 30th of February is the 2nd of March otherwise
}

const line: FieldKindDefinition = {
  type: 'Symbol',
  widgetId: 'singleLine',
  seedValue: 'one line of text in quotes',
  matches: isString,
  mismatch: 'is not a text: enter one',
}

const link: FieldKindDefinition = {
  type: 'Link',
  widgetId: 'entryLinkEditor',
  seedValue: 'the id of one entry',
  matches: isString,
  mismatch: 'is not a link: choose again',
}

const asset: FieldKindDefinition = { ...link, widgetId: 'assetLinkEditor', seedValue: 'the id of one asset' }

/** All kinds of fields. field-definitions.ts has a function that creates the fields of each. */
export const FIELD_KINDS = {
  line,
  altText: line,
  pattern: line,
  url: line,
  email: line,
  choice: { ...line, widgetId: 'dropdown' },
  text: { ...line, type: 'Text', widgetId: 'multipleLine', seedValue: 'text in quotes' },
  number: {
    type: 'Number',
    widgetId: 'numberEditor',
    seedValue: 'a number',
    matches: Number.isFinite,
    mismatch: 'is not a number: enter one',
  },
  boolean: {
    type: 'Boolean',
    widgetId: 'boolean',
    seedValue: 'true or false',
    matches: (value) => typeof value === 'boolean',
    mismatch: 'is neither yes nor no: choose one',
  },
  date: {
    type: 'Date',
    widgetId: 'datePicker',
    widgetSettings: { format: 'dateonly' },
    seedValue: 'a date, as in "2026-12-31"',
    matches: isDate,
    mismatch: 'is not a date: choose one',
  },
  image: asset,
  video: asset,
  link,
  lineList: {
    type: 'Array',
    widgetId: 'tagEditor',
    seedValue: 'a list of texts, each on one line',
    matches: isStringList,
    mismatch: 'is not a list of texts: enter them one by one',
  },
  linkList: {
    type: 'Array',
    widgetId: 'entryLinksEditor',
    seedValue: 'a list of ids of entries',
    matches: isStringList,
    mismatch: 'is not a list of links: choose entries',
  },
} as const satisfies Readonly<Record<string, FieldKindDefinition>>

export type FieldKind = keyof typeof FIELD_KINDS

export const getFieldKind = (kind: FieldKind): FieldKindDefinition => FIELD_KINDS[kind]
