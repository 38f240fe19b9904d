import * as z from 'zod'
import type { ContentTypeDefinition, FieldDefinition } from '#local/graphql/content-type-definition.ts'
import { createUnsupportedError, createValidationError, type ErrorDetail } from '#local/http/rest-error.ts'
import { ignoredSysSchema } from '#local/management/parse-request.ts'
import { FIELD_TYPES, hasType, ITEM_TYPES, type ValueType } from './validate-field-values.ts'
import { isRuleForType, RULE_NAMES, type RuleName, validationSchema } from './validation-rules.ts'

/** Fields per content type (docs/contentful.md, Limits). */
const MAX_FIELDS = 50

const validationsSchema = z.array(validationSchema).default([])
const linkTypeSchema = z.string().optional()

const fieldIdSchema = z
  .string()
  .regex(/^[a-zA-Z][a-zA-Z0-9_]{0,63}$/)
  .refine((id) => !(id in {}), 'The local Contentful does not support this field id')

/** Request body of a content type. The defaults are those in Contentful's responses. */
export const contentTypeBodySchema = z.strictObject({
  name: z.string().min(1),
  description: z.string().nullable().default(null),
  displayField: z.string().nullable().default(null),
  fields: z
    .array(
      z.strictObject({
        id: fieldIdSchema,
        name: z.string().min(1),
        type: z.string(),
        linkType: linkTypeSchema,
        items: z
          .strictObject({ type: z.string(), linkType: linkTypeSchema, validations: validationsSchema })
          .optional(),
        required: z.boolean().default(false),
        localized: z.boolean().default(false),
        disabled: z.boolean().default(false),
        omitted: z.boolean().default(false),
        validations: validationsSchema,
        defaultValue: z.record(z.string(), z.unknown()).optional(),
        deleted: z.boolean().optional(),
        newId: fieldIdSchema.optional(),
      }),
    )
    .max(MAX_FIELDS)
    .default([]),
  metadata: z.strictObject({}).optional(),
  sys: ignoredSysSchema,
})

/** Throws if a content type is invalid or uses unsupported features. */
export function validateContentType(type: ContentTypeDefinition): void {
  for (const field of type.fields) expectSupportedFieldType(type.id, field)
  const errors = [
    ...findDisplayFieldErrors(type),
    ...findDuplicateFields(type),
    ...type.fields.flatMap(findMisplacedValidations),
  ]
  if (errors.length > 0) throw createValidationError(errors)
}

function findDisplayFieldErrors({ displayField, fields }: ContentTypeDefinition): readonly ErrorDetail[] {
  if (displayField === null || displayField === undefined) return []
  const field = fields.find(({ id }) => id === displayField)
  if (field?.type === 'Symbol' || field?.type === 'Text') return []
  return [
    { name: 'displayField', path: ['displayField'], value: displayField, details: 'Must be the id of a text field' },
  ]
}

function findDuplicateFields({ fields }: ContentTypeDefinition): readonly ErrorDetail[] {
  const ids = fields.map(({ id }) => id)
  return ids.flatMap((id, index) =>
    ids.indexOf(id) === index ? [] : [{ name: 'uniqueFieldIds', path: ['fields', index, 'id'], value: id }],
  )
}

/** Throws if the local Contentful does not support the type of the field. */
function expectSupportedFieldType(contentType: string, { id, type, linkType, items }: FieldDefinition): void {
  const location = `: field "${id}" of content type "${contentType}"`
  if (!FIELD_TYPES.includes(type)) throw createUnsupportedError(`the field type ${type}${location}`)
  if (type === 'Array' && !ITEM_TYPES.includes(items?.type ?? ''))
    throw createUnsupportedError(`the field type Array of ${items?.type}${location}`)
  const link = type === 'Array' ? items : { type, linkType }
  if (link?.type === 'Link' && link.linkType !== 'Asset' && link.linkType !== 'Entry')
    throw createUnsupportedError(`links to ${link.linkType}${location}`)
}

/** Finds validations that have no effect on a field of this type. */
function findMisplacedValidations(field: FieldDefinition, index: number): readonly ErrorDetail[] {
  const fieldErrors = findMisplacedRules(field, field.validations, ['fields', index, 'validations'])
  const { items } = field
  return items
    ? [...fieldErrors, ...findMisplacedRules(items, items.validations, ['fields', index, 'items', 'validations'])]
    : fieldErrors
}

function findMisplacedRules(
  { type, linkType }: ValueType,
  validations: FieldDefinition['validations'] = [],
  path: readonly (string | number)[],
): readonly ErrorDetail[] {
  return validations.flatMap((validation, index) =>
    Object.keys(validation)
      .filter((name): name is RuleName => RULE_NAMES.some((known) => known === name))
      .flatMap((name) => {
        const at = [...path, index, name]
        if (!isRuleForType(name, type, linkType))
          return [{ name: 'unexpected', path: at, details: `${name} does not apply to fields of type ${type}` }]
        return name === 'in' ? findAllowedValueErrors(type, validation.in, at) : []
      }),
  )
}

/** The values of `in` must have the type of the field. */
const findAllowedValueErrors = (type: string, values: unknown, path: readonly (string | number)[]) =>
  [values]
    .flat()
    .flatMap((value, index) =>
      hasType(value, type)
        ? []
        : [{ name: 'type', type, path: [...path, index], value, details: `The value must be of type ${type}` }],
    )
