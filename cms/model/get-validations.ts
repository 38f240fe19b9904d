import { parseValidations } from 'contentful-local/validation'
import type { ContentType } from './field-definitions.ts'

export function getValidations({ fields }: ContentType, name: string) {
  return parseValidations(fields[name]?.validations)
}
