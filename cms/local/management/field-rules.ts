import type { FieldDefinition } from '#cms/graphql/content-type-definition.ts'
import { createUnsupportedError, type ErrorDetail } from '#cms/local/http/rest-error.ts'
import { isRuleForType, RULE_NAMES, type RuleName } from './validation/validation-rules.ts'
import { FIELD_TYPES, ITEM_TYPES, type ValueType } from './value-types.ts'

/** Throws where a field is of a type that this stand-in does not know. */
export function assertKnownFieldType(contentType: string, { id, type, linkType, items }: FieldDefinition): void {
  const where = `: field "${id}" of content type "${contentType}"`
  if (!FIELD_TYPES.includes(type)) throw createUnsupportedError(`the field type ${type}${where}`)
  if (type === 'Array' && !ITEM_TYPES.includes(items?.type ?? ''))
    throw createUnsupportedError(`the field type Array of ${items?.type}${where}`)
  const link = type === 'Array' ? items : { type, linkType }
  if (link?.type === 'Link' && link.linkType !== 'Asset' && link.linkType !== 'Entry')
    throw createUnsupportedError(`links to ${link.linkType}${where}`)
}

/** Validations that would do nothing on a field of this type. */
export function findMisplacedValidations(field: FieldDefinition, index: number): readonly ErrorDetail[] {
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
