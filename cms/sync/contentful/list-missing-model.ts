import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'
import { LOCALE } from '#shared/constants.ts'

/** Lists what the site requires and the space does not have: its locale, and content types and fields of the model. */
export function listMissingModel(
  locales: readonly string[],
  fieldsByType: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  return [
    ...(locales.includes(LOCALE)
      ? []
      : [`The space has no locale ${LOCALE}, which the site requires: add it under Settings, Locales`]),
    ...Object.values<ContentType>(model).flatMap(({ id, name, fields }) => {
      const existingFields = fieldsByType.get(id)
      if (!existingFields) return [`The space has no content type ${name} (${id}): ${ADVICE}`]
      const missing = Object.keys(fields).filter((field) => !existingFields.includes(field))
      return missing.map((field) => `The content type ${name} has no field ${field}: ${ADVICE}`)
    }),
  ]
}

const ADVICE = 'a developer adds it with npm run cms -- seed'
