import * as z from 'zod'
import type { ContentTypeDefinition, FieldDefinition } from '#cms/graphql/content-type-definition.ts'
import { createUnsupportedError, createValidationError, type ErrorDetail } from '#cms/local/http/rest-error.ts'
import { ignoredSysSchema } from '#cms/local/management/parse-request.ts'
import { FIELD_TYPES, ITEM_TYPES, type ValueType } from './validate-field-values.ts'
import { isRuleForType, RULE_NAMES, type RuleName, validationSchema } from './validation-rules.ts'

/** fields a type (docs/contentful.md, Limits) */
const MOST_FIELDS = 50

const validations = z.array(validationSchema).default([])
const linkType = z.string().optional()

/** A content type as it is sent. The defaults are those that Contentful answers with. */
export const contentTypeBodySchema = z.strictObject({
  name: z.string().min(1),
  description: z.string().optional(),
  displayField: z.string().nullable().default(null),
  fields: z
    .array(
      z.strictObject({
        id: z
          .string()
          .regex(/^[a-zA-Z][a-zA-Z0-9_]{0,63}$/)
          .refine((id) => !(id in {}), 'The local Contentful does not know fields with this name'),
        name: z.string().min(1),
        type: z.string(),
        linkType,
        items: z.strictObject({ type: z.string(), linkType, validations }).optional(),
        required: z.boolean().default(false),
        localized: z.boolean().default(false),
        disabled: z.boolean().default(false),
        omitted: z.boolean().default(false),
        validations,
      }),
    )
    .max(MOST_FIELDS),
  metadata: z.strictObject({}).optional(),
  sys: ignoredSysSchema,
})

/** Throws where a content type contradicts itself or its published version, or holds what this stand-in does not know. */
export function validateContentType(type: ContentTypeDefinition, published: ContentTypeDefinition | null): void {
  for (const field of type.fields) assertKnownFieldType(type.id, field)
  const flaws = [
    ...displayFlaws(type),
    ...duplicateFlaws(type),
    ...type.fields.flatMap(findMisplacedValidations),
    ...changeFlaws(type, published),
  ]
  if (flaws.length > 0) throw createValidationError(flaws)
}

function displayFlaws({ displayField, fields }: ContentTypeDefinition): readonly ErrorDetail[] {
  if (displayField === null || displayField === undefined) return []
  const field = fields.find(({ id }) => id === displayField)
  if (field?.type === 'Symbol' || field?.type === 'Text') return []
  return [{ name: 'displayField', path: ['displayField'], value: displayField, details: 'It must name a text field' }]
}

function duplicateFlaws({ fields }: ContentTypeDefinition): readonly ErrorDetail[] {
  const ids = fields.map(({ id }) => id)
  return ids.flatMap((id, index) =>
    ids.indexOf(id) === index ? [] : [{ name: 'uniqueFieldIds', path: ['fields', index, 'id'], value: id }],
  )
}

/** A published field keeps its type, and is omitted in a published version before it is deleted. */
function changeFlaws(type: ContentTypeDefinition, published: ContentTypeDefinition | null): readonly ErrorDetail[] {
  return (published?.fields ?? []).flatMap((before): readonly ErrorDetail[] => {
    const after = type.fields.find(({ id }) => id === before.id)
    const path = ['fields', before.id]
    if (!after && !before.omitted)
      return [{ name: 'omitted', path, details: 'A field must be omitted before it is deleted' }]
    if (after && kindOf(after) !== kindOf(before))
      return [{ name: 'type', path, details: `Its type is ${kindOf(before)} for good` }]
    return []
  })
}

/** `Array of Link to Entry` */
function kindOf({ type, linkType, items }: ValueType & { readonly items?: ValueType | undefined }): string {
  if (items) return `${type} of ${kindOf(items)}`
  return type === 'Link' ? `Link to ${linkType}` : type
}

/** Throws where a field is of a type that this stand-in does not know. */
function assertKnownFieldType(contentType: string, { id, type, linkType, items }: FieldDefinition): void {
  const where = `: field "${id}" of content type "${contentType}"`
  if (!FIELD_TYPES.includes(type)) throw createUnsupportedError(`the field type ${type}${where}`)
  if (type === 'Array' && !ITEM_TYPES.includes(items?.type ?? ''))
    throw createUnsupportedError(`the field type Array of ${items?.type}${where}`)
  const link = type === 'Array' ? items : { type, linkType }
  if (link?.type === 'Link' && link.linkType !== 'Asset' && link.linkType !== 'Entry')
    throw createUnsupportedError(`links to ${link.linkType}${where}`)
}

/** Validations that would do nothing on a field of this type. */
function findMisplacedValidations(field: FieldDefinition, index: number): readonly ErrorDetail[] {
  const own = misplaced(field, field.validations, ['fields', index, 'validations'])
  const { items } = field
  return items ? [...own, ...misplaced(items, items.validations, ['fields', index, 'items', 'validations'])] : own
}

function misplaced(
  { type, linkType }: ValueType,
  validations: FieldDefinition['validations'] = [],
  path: readonly (string | number)[],
): readonly ErrorDetail[] {
  return validations.flatMap((given, at) =>
    Object.keys(given)
      .filter((name): name is RuleName => RULE_NAMES.some((known) => known === name))
      .filter((name) => !isRuleForType(name, type, linkType))
      .map((name) => ({
        name: 'unexpected',
        path: [...path, at, name],
        details: `${name} is not for fields of type ${type}`,
      })),
  )
}
