import type { CheckRule, ContentIssue } from '#cms/check/check-rule.ts'
import { type FieldInfo, getFieldInfos, isEmptyValue } from '#cms/check/fields.ts'
import { LOCALE } from '#shared/constants.ts'

/** The languages other than the site's in which a field of an entry is written. */
export type FindOtherLocales = (entryId: string, field: string) => readonly string[]

/** Fields that have nothing in them and should, or that are written in another language only. */
export const createEmptyFieldRule =
  (elsewhere: FindOtherLocales): CheckRule =>
  ({ entries }) =>
    entries.flatMap((entry) =>
      getFieldInfos(entry.type)
        .filter(({ id }) => isEmptyValue(entry.fields[id]))
        .flatMap((place): readonly ContentIssue[] => {
          const { id, name, field } = place
          const languages = elsewhere(entry.id, id)
          const severity = field.required ? 'broken' : 'should'
          if (languages.length > 0) {
            const text = `${name} is written in ${languages.join(' and ')} only: write it in ${LOCALE} too`
            return [{ rule: 'language', severity, target: entry, field: id, text }]
          }
          // Alt texts have their own words for it.
          if (!field.required || place.isAltText) return []
          return [{ rule: 'empty', severity, target: entry, field: id, text: `${name} is empty: ${remedy(place)}` }]
        }),
    )

const remedy = ({ field: { type, link } }: FieldInfo): string => {
  if (type === 'Boolean') return 'choose yes or no'
  return link ? 'choose what belongs there' : 'write what belongs there'
}
