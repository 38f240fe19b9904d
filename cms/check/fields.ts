import {
  findRuleViolations,
  parseValidations,
  type RuleViolation,
  type ValidationRules,
} from 'contentful-local/validation'
import { type LinkTarget, parseLinks } from '#cms/links.ts'
import { toContentTypePayload } from '#cms/model/content-type-payload.ts'
import type { ContentType, Field } from '#cms/model/field-definitions.ts'
import { type Model, model } from '#cms/model/model.gen.ts'
import type { ContentIssue, RuleId, Severity } from './check-rule.ts'
import type { CheckedAsset, CheckedEntry } from './checked-content.ts'

/** A field of a content type with the data that check rules use. */
export interface FieldInfo {
  readonly id: string
  /** Name of the field in the CMS. */
  readonly name: string
  readonly field: Field
  /** Validations of the field. */
  readonly validations: readonly ValidationRules[]
}

/** A field of an entry. */
export interface EntryField {
  readonly entry: CheckedEntry
  readonly field: FieldInfo
}

/** Creates an issue of a field. `text` continues a sentence that begins with the name of the field. */
export const createFieldIssue = (
  rule: RuleId,
  severity: Severity,
  { entry, field }: EntryField,
  text: string,
): ContentIssue => ({ rule, severity, target: entry, field: field.id, text: `${field.name} ${text}` })

/** Returns the fields of a content type in order. */
export const getFieldInfos = (type: keyof Model): readonly FieldInfo[] => FIELDS_BY_TYPE.get(type) ?? []

const FIELDS_BY_TYPE: ReadonlyMap<string, readonly FieldInfo[]> = new Map(
  Object.values<ContentType>(model).map((type) => [type.id, createFieldInfos(type)]),
)

function createFieldInfos(type: ContentType): readonly FieldInfo[] {
  const names = new Map(toContentTypePayload(type).fields.map(({ id, name }) => [id, name]))
  return Object.entries(type.fields).map(([id, field]) => ({
    id,
    name: names.get(id) ?? id,
    field,
    validations: parseValidations(field.validations),
  }))
}

export interface LinkField {
  readonly field: FieldInfo
  readonly link: LinkTarget
}

/** Returns all links of an entry in the order of its fields. */
export const getFieldLinks = ({ type, fields }: Pick<CheckedEntry, 'type' | 'fields'>): readonly LinkField[] =>
  getFieldInfos(type).flatMap((field) => parseLinks(fields[field.id]).map((link) => ({ field, link })))

/** Returns the name of a content type; the id of one that is not in the model. */
export const getTypeName = (id: string): string =>
  Object.values<ContentType>(model).find((type) => type.id === id)?.name ?? id

/** Returns the name of the content type, or `Asset`. */
export const getItemTypeName = (item: CheckedEntry | CheckedAsset): string =>
  item.kind === 'asset' ? 'Asset' : getTypeName(item.type)

/** Formats the length of a text, for example `1 character`. */
export const formatLength = (length: number) => `${length.toLocaleString('en-US')} character${length === 1 ? '' : 's'}`

/** Whether a field value is missing or contains only white space. */
export const isEmptyValue = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** Returns what violates the validations of a field. */
export const findViolations = ({ validations }: FieldInfo, value: unknown): readonly RuleViolation[] =>
  findRuleViolations(validations, { value })

/** Whether the value of a field violates its validations, so that Contentful rejects publishing the entry. Ignores links. */
export function violatesValidations({ type, fields }: Pick<CheckedEntry, 'type' | 'fields'>, id: string): boolean {
  const info = getFieldInfos(type).find((field) => field.id === id)
  const value = fields[id]
  if (!info || info.field.link || isEmptyValue(value)) return false
  return findViolations(info, value).length > 0
}
