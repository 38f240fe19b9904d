import type { ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedContent, CheckedEntry } from '#cms/check/checked-content.ts'
import { type FieldInfo, getFieldInfos, parseLinks } from '#cms/check/fields.ts'

/** How many the specification has (requirements §3, §9): 120 photographs in 30 rows of 4, 13 logos, 16 stages. */
const EXPECTED: Readonly<Record<string, number>> = {
  'galleryPage.images': 120,
  'servicesPage.affiliations': 13,
  'mainlinePage.stages': 16,
}

/** Lists that have nothing in them, the same thing twice, more than their place holds, or another number than the specification. */
export const checkListLengths = ({ entries }: CheckedContent): readonly ContentIssue[] =>
  entries.flatMap((entry) =>
    getFieldInfos(entry.type)
      .filter(({ field }) => field.type === 'Array')
      .flatMap((place) => listFlaws(entry, place)),
  )

function listFlaws(entry: CheckedEntry, place: FieldInfo): readonly ContentIssue[] {
  const value = entry.fields[place.id]
  // A required list without a value is an empty field.
  if ((value === undefined || value === null) && place.field.required) return []
  const flaw = (severity: ContentIssue['severity'], text: string): ContentIssue => ({
    rule: 'list',
    severity,
    target: entry,
    field: place.id,
    text: `${place.name} ${text}`,
  })
  const ids = parseLinks(value).map(({ id }) => id)
  if (ids.length === 0)
    return [flaw(place.field.required ? 'broken' : 'should', 'has nothing in it: put in what belongs there')]
  const twice = [...new Set(ids.filter((id, index) => ids.indexOf(id) < index))]
  const most = place.rules.find(({ size }) => size)?.size?.max ?? Number.POSITIVE_INFINITY
  const expected = EXPECTED[`${entry.type}.${place.id}`]
  return [
    ...twice.map((id) => flaw('should', `has the same thing twice (${id}): take one out`)),
    ...(ids.length > most ? [flaw('broken', `holds ${ids.length}, and has place for ${most}: take some out`)] : []),
    ...(expected && ids.length !== expected
      ? [
          flaw(
            'should',
            `holds ${ids.length}, where the specification has ${expected}: add or take out, or agree on another number`,
          ),
        ]
      : []),
  ]
}
