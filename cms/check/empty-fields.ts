import { LOCALE } from '#cms/model/locale.ts'
import type { Flaw, Rule } from './finding.ts'
import { isEmpty, type Place, placesOf } from './places.ts'

/** The languages other than the site's in which a field of an entry is written. */
export type Elsewhere = (entryId: string, field: string) => readonly string[]

/** Fields that have nothing in them and should, or that are written in another language only. */
export const emptyFields =
  (elsewhere: Elsewhere): Rule =>
  ({ entries }) =>
    entries.flatMap((entry) =>
      placesOf(entry.type)
        .filter(({ id }) => isEmpty(entry.fields[id]))
        .flatMap((place): readonly Flaw[] => {
          const { id, name, field } = place
          const languages = elsewhere(entry.id, id)
          const severity = field.required ? 'broken' : 'should'
          if (languages.length > 0) {
            const text = `${name} is written in ${languages.join(' and ')} only: write it in ${LOCALE} too`
            return [{ rule: 'language', severity, of: entry, field: id, text }]
          }
          // Alt texts have their own words for it.
          if (!field.required || place.isAltText) return []
          return [{ rule: 'empty', severity, of: entry, field: id, text: `${name} is empty: ${remedy(place)}` }]
        }),
    )

const remedy = ({ field: { type, link } }: Place): string => {
  if (type === 'Boolean') return 'choose yes or no'
  return link ? 'choose what belongs there' : 'write what belongs there'
}
