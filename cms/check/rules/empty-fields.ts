import type { ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedContent } from '#cms/check/checked-content.ts'
import { type FieldInfo, getFieldInfos, isEmptyValue } from '#cms/check/fields.ts'

/** Reports required fields that are empty. alt-texts.ts reports empty alternative texts. */
export const checkEmptyFields = ({ entries }: CheckedContent): readonly ContentIssue[] =>
  entries.flatMap((entry) =>
    getFieldInfos(entry.type)
      .filter(({ id, field }) => field.required && field.kind !== 'altText' && isEmptyValue(entry.fields[id]))
      .map((info) => ({
        rule: 'empty',
        severity: 'error',
        target: entry,
        field: info.id,
        text: `${info.name} is empty: ${getAdvice(info)}`,
      })),
  )

const getAdvice = ({ field: { type, link } }: FieldInfo): string => {
  if (type === 'Boolean') return 'choose yes or no'
  return link ? 'choose a value' : 'fill it in'
}
