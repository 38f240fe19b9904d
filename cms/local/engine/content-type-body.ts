import * as z from 'zod'
import { createUnsupportedError, createValidationError, type ErrorDetail } from '#local/http/rest-error.ts'
import { ignoredSysSchema } from '#local/management/parse-request.ts'
import type { ContentTypeDefinition, ValueType } from './content-type-definition.ts'
import { findUnsupportedType, hasType } from './field-values.ts'
import { isRuleForType, RULE_NAMES, validationSchema } from './validation-schema.ts'

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

/** Contentful's field types. The error for another one is recorded: contentful-management.java, content_type_error_field_type_invalid.json. */
const KNOWN_TYPES = 'Array Boolean Date Integer Link Location Number Object ResourceLink RichText Symbol Text'.split(
  ' ',
)

/** Throws if a content type is invalid or uses unsupported features. */
export function validateContentType(type: ContentTypeDefinition): void {
  const unknownTypes = type.fields.flatMap(({ type: value }, index) =>
    KNOWN_TYPES.includes(value) ? [] : [{ name: 'in', path: ['fields', index, 'type'], value, expected: KNOWN_TYPES }],
  )
  if (unknownTypes.length > 0) throw createValidationError(unknownTypes)
  for (const field of type.fields) {
    const unsupported = findUnsupportedType(field)
    const fieldType = field.type === 'Array' ? `Array of ${field.items?.type}` : field.type
    if (unsupported)
      throw createUnsupportedError(
        `${unsupported}: field "${field.id}" of content type "${type.id}" has the field type ${fieldType}`,
      )
  }
  const errors = [
    ...findDisplayFieldErrors(type),
    ...findDuplicateFields(type),
    ...type.fields.flatMap((field, index) => [
      ...findMisplacedRules(field, ['fields', index]),
      ...(field.items ? findMisplacedRules(field.items, ['fields', index, 'items']) : []),
    ]),
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

/** Finds validations that have no effect on a field of this type, and allowed values of another type. */
const findMisplacedRules = (
  { type, linkType, validations = [] }: ValueType,
  path: readonly (string | number)[],
): readonly ErrorDetail[] =>
  validations.flatMap((validation, index) =>
    RULE_NAMES.filter((name) => name in validation).flatMap((name) => {
      const at = [...path, 'validations', index, name]
      if (!isRuleForType(name, type, linkType))
        return [{ name: 'unexpected', path: at, details: `${name} does not apply to fields of type ${type}` }]
      const details = `The value must be of type ${type}`
      return (name === 'in' ? [validation.in].flat() : []).flatMap((value, position) =>
        hasType(value, type) ? [] : [{ name: 'type', type, path: [...at, position], value, details }],
      )
    }),
  )
