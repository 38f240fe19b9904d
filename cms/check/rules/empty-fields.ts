import type { CheckRule, ContentIssue } from '#cms/check/check-rule.ts'
import { type FieldInfo, getFieldInfos, isEmptyValue } from '#cms/check/fields.ts'
import { LOCALE } from '#shared/constants.ts'

/** Returns the other locales in which a field of an entry has a value. */
export type FindOtherLocales = (entryId: string, field: string) => readonly string[]

/** Reports required fields that are empty, and fields with values in other locales only. */
export const createEmptyFieldRule =
  (findOtherLocales: FindOtherLocales): CheckRule =>
  ({ entries }) =>
    entries.flatMap((entry) =>
      getFieldInfos(entry.type)
        .filter(({ id }) => isEmptyValue(entry.fields[id]))
        .flatMap((info): readonly ContentIssue[] => {
          const { id, name, field } = info
          const locales = findOtherLocales(entry.id, id)
          const severity = field.required ? 'error' : 'warning'
          if (locales.length > 0) {
            const text = `${name} is written in ${locales.join(' and ')} only: write it in ${LOCALE} too`
            return [{ rule: 'language', severity, target: entry, field: id, text }]
          }
          // alt-texts.ts reports empty alternative texts.
          if (!field.required || info.isAltText) return []
          return [{ rule: 'empty', severity, target: entry, field: id, text: `${name} is empty: ${getAdvice(info)}` }]
        }),
    )

const getAdvice = ({ field: { type, link } }: FieldInfo): string => {
  if (type === 'Boolean') return 'choose yes or no'
  return link ? 'choose a value' : 'fill it in'
}
