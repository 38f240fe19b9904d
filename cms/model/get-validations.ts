import { parseValidations } from 'contentful-local/validation'
import type { ContentType } from './field-definitions.ts'

/** Returns the validations of a field. */
export function getValidations({ fields }: ContentType, name: string) {
  return parseValidations(fields[name]?.validations)
}
