import type { ContentIssue } from '#cms/check/check-rule.ts'
import type { CheckedContent } from '#cms/check/checked-content.ts'
import { createFieldIssue, type FieldInfo, getFieldInfos, isEmptyValue } from '#cms/check/fields.ts'

/** Reports required fields that are empty. alt-texts.ts reports empty alternative texts. */
export const checkEmptyFields = ({ entries }: CheckedContent): readonly ContentIssue[] =>
  entries.flatMap((entry) =>
    getFieldInfos(entry.type)
      .filter(({ id, field }) => field.required && field.kind !== 'altText' && isEmptyValue(entry.fields[id]))
      .map((field) => createFieldIssue('empty', 'error', { entry, field }, `is empty: ${getAdvice(field)}`)),
  )

const getAdvice = ({ field: { type, link } }: FieldInfo): string => {
  if (type === 'Boolean') return 'choose yes or no'
  return link ? 'choose a value' : 'fill it in'
}
