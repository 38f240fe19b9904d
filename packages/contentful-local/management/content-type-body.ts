import * as z from 'zod'
import { hasType, isSupportedType } from '#local/engine/field-values.ts'
import {
  createUnsupportedError,
  createValidationError,
  describeUnsupported,
  type ErrorDetail,
} from '#local/engine/rest-error.ts'
import { RULE_NAMES, RULE_TYPES, validationSchema } from '#local/engine/validation-schema.ts'
import { createBodySchema, createLinkSchema } from '#local/http/parse-request.ts'
import { type ContentTypeDefinition, formatFieldType, type ValueType } from '#local/shared/content-type-definition.ts'

/**
 * `null` is an absent property (recorded: contentful-management.rb, vcr_cassettes/content_type/validation/unique.yml), but
 * not as the default value of a field (reported: contentful-management.py, issue 116).
 */
const withoutNulls = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .record(z.string(), z.unknown())
    .transform((object) =>
      Object.fromEntries(Object.entries(object).filter(([name, value]) => value !== null || name === 'defaultValue')),
    )
    .pipe(z.strictObject(shape))

/** Validations of a field or of its items. Each is checked for each item of a list. */
const MAX_VALIDATIONS = 50

const valueType = {
  type: z.string(),
  linkType: z.string().optional(),
  validations: z.array(z.unknown()).max(MAX_VALIDATIONS).pipe(z.array(validationSchema)).default([]),
}

const fieldIdSchema = z
  .string()
  .regex(/^[a-zA-Z][a-zA-Z0-9_]{0,63}$/)
  .refine((id) => !(id in {}), 'The local Contentful does not support this field id')

const fieldSchema = withoutNulls({
  ...valueType,
  id: fieldIdSchema,
  name: z.string().min(1),
  items: withoutNulls(valueType).optional(),
  required: z.boolean().default(false),
  localized: z.boolean().default(false),
  disabled: z.boolean().default(false),
  omitted: z.boolean().default(false),
  defaultValue: z.record(z.string(), z.unknown()).optional(),
  deleted: z.boolean().optional(),
  newId: fieldIdSchema.optional(),
})

const annotationsSchema = z
  .array(
    createLinkSchema('Annotation').extend({
      parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    }),
  )
  .optional()

/** Taxonomy validations are not supported: only an empty list is accepted. */
const metadataSchema = z
  .strictObject({
    annotations: z.strictObject({
      ContentType: annotationsSchema,
      ContentTypeField: z.record(z.string(), annotationsSchema).optional(),
    }),
    taxonomy: z.array(z.never(describeUnsupported('taxonomy'))),
  })
  .partial()

/** Request body of a content type. The defaults are those in Contentful's responses. */
export const contentTypeBodySchema = createBodySchema({
  name: z.string().min(1),
  description: z.string().nullable().default(null),
  displayField: z.string().nullable().default(null),
  /** At most 50 fields (docs/contentful.md, Limits). */
  fields: z.array(fieldSchema).max(50).default([]),
  metadata: metadataSchema.nullish(),
})

/** Contentful's field types. The error for another one is recorded: contentful-management.java, content_type_error_field_type_invalid.json. */
const KNOWN_TYPES = 'Array Boolean Date Integer Link Location Number Object ResourceLink RichText Symbol Text'.split(
  ' ',
)

/** Throws if a content type is invalid or uses unsupported features. */
export function validateContentType({ id: typeId, displayField, fields }: ContentTypeDefinition): void {
  const unknownTypes = fields.flatMap(({ type: value }, index) =>
    KNOWN_TYPES.includes(value) ? [] : [{ name: 'in', path: ['fields', index, 'type'], value, expected: KNOWN_TYPES }],
  )
  if (unknownTypes.length > 0) throw createValidationError(unknownTypes)
  for (const field of fields) {
    const place = `field "${field.id}" of content type "${typeId}"`
    if (!isSupportedType(field)) throw createUnsupportedError(`the field type ${formatFieldType(field)}: ${place}`)
  }
  const errors: ErrorDetail[] = fields.flatMap((field, index) => [
    ...(fields.findIndex(({ id }) => id === field.id) === index
      ? []
      : [{ name: 'uniqueFieldIds', path: ['fields', index, 'id'], value: field.id }]),
    ...findMisplacedRules(field, ['fields', index]),
    ...(field.items ? findMisplacedRules(field.items, ['fields', index, 'items']) : []),
  ])
  const canBeDisplayed = fields.some(({ id, type }) => id === displayField && (type === 'Symbol' || type === 'Text'))
  if (displayField != null && !canBeDisplayed) {
    const details = 'Must be the id of a text field'
    errors.unshift({ name: 'displayField', path: ['displayField'], value: displayField, details })
  }
  if (errors.length > 0) throw createValidationError(errors)
}

/** Finds validations that have no effect on a field of this type, and allowed values of another type. */
const findMisplacedRules = (valueType: ValueType, path: readonly (string | number)[]): readonly ErrorDetail[] =>
  (valueType.validations ?? []).flatMap((validation, index) =>
    RULE_NAMES.filter((name) => name in validation).flatMap((name) => {
      const { type } = valueType
      const at = [...path, 'validations', index, name]
      if (!RULE_TYPES[name].includes(formatFieldType(valueType)))
        return [{ name: 'unexpected', path: at, details: `${name} does not apply to fields of type ${type}` }]
      const details = `The value must be of type ${type}`
      return (name === 'in' ? [validation.in].flat() : []).flatMap((value, position) =>
        hasType(value, valueType) ? [] : [{ name: 'type', type, path: [...at, position], value, details }],
      )
    }),
  )
