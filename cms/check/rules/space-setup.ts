import type { ContentIssue } from '#cms/check/check-rule.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.gen.ts'
import { LOCALE } from '#shared/constants.ts'

/** Reports a missing locale, and missing content types and fields of the model. */
export function checkSpaceSetup(
  locales: readonly string[],
  types: ReadonlyMap<string, readonly string[]>,
): readonly ContentIssue[] {
  const createIssue = (text: string): ContentIssue => ({
    rule: 'model',
    severity: 'error',
    target: null,
    text,
  })
  const localeIssues = locales.includes(LOCALE)
    ? []
    : [createIssue(`The space has no locale ${LOCALE}, which the site requires: add it under Settings, Locales`)]
  const modelIssues = Object.values<ContentType>(model).flatMap(({ id, name, fields }) => {
    const existingFields = types.get(id)
    if (!existingFields) return [createIssue(`The space has no content type ${name} (${id}): ${ADVICE}`)]
    return Object.keys(fields)
      .filter((field) => !existingFields.includes(field))
      .map((field) => createIssue(`The content type ${name} has no field ${field}: ${ADVICE}`))
  })
  return [...localeIssues, ...modelIssues]
}

const ADVICE = 'a developer adds it with npm run cms -- seed'
