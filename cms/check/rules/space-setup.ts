import type { ContentIssue } from '#cms/check/check-rule.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.ts'
import { LOCALE } from '#shared/constants.ts'

/** What the space lacks before any of its content can be shown: the site's language, parts of the model. */
export function checkSpaceSetup(
  locales: readonly string[],
  types: ReadonlyMap<string, readonly string[]>,
): readonly ContentIssue[] {
  const gap = (rule: 'language' | 'model', text: string): ContentIssue => ({
    rule,
    severity: 'broken',
    target: null,
    text,
  })
  const language = locales.includes(LOCALE)
    ? []
    : [
        gap(
          'language',
          `The space has no locale ${LOCALE}, in which the site is written: add it under Settings, Locales`,
        ),
      ]
  const missing = Object.values<ContentType>(model).flatMap(({ id, name, fields }) => {
    const found = types.get(id)
    if (!found) return [gap('model', `The space has no content type ${name} (${id}): ${REMEDY}`)]
    return Object.keys(fields)
      .filter((field) => !found.includes(field))
      .map((field) => gap('model', `The content type ${name} has no field ${field}: ${REMEDY}`))
  })
  return [...language, ...missing]
}

const REMEDY = 'a developer brings it there with npm run cms -- seed'
