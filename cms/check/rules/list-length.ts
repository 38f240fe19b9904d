import type { ContentIssue, Severity } from '#cms/check/check-rule.ts'
import type { CheckedContent, CheckedEntry } from '#cms/check/checked-content.ts'
import { createFieldIssue, type FieldInfo, getFieldInfos } from '#cms/check/fields.ts'
import { parseLinks } from '#cms/links.ts'

/** Reports lists that are empty, contain duplicates, or have more items than the model allows. */
export function checkListLengths({ entries }: CheckedContent, drafts: CheckedContent): readonly ContentIssue[] {
  const titles = new Map(drafts.entries.map(({ id, title }) => [id, title]))
  return entries.flatMap((entry) =>
    getFieldInfos(entry.type)
      .filter(({ field }) => field.type === 'Array')
      .flatMap((field) => checkList(entry, field, titles)),
  )
}

function checkList(
  entry: CheckedEntry,
  field: FieldInfo,
  titles: ReadonlyMap<string, string>,
): readonly ContentIssue[] {
  const value = entry.fields[field.id]
  // empty-fields.ts reports a required list without a value.
  if ((value === undefined || value === null) && field.field.required) return []
  const createIssue = (severity: Severity, text: string) => createFieldIssue('list', severity, { entry, field }, text)
  const ids = field.field.link ? parseLinks(value).map(({ id }) => id) : [value ?? []].flat().map(String)
  if (ids.length === 0) return [createIssue(field.field.required ? 'error' : 'warning', 'is empty: add items')]
  const duplicates = [...new Set(ids.filter((id, index) => ids.indexOf(id) < index))]
  const maxItems = field.validations.find(({ size }) => size)?.size?.max ?? Number.POSITIVE_INFINITY
  return [
    ...duplicates.map((id) => createIssue('warning', `lists “${titles.get(id) ?? id}” twice: remove one`)),
    ...(ids.length > maxItems
      ? [createIssue('error', `has ${ids.length} items but the maximum is ${maxItems}: remove some`)]
      : []),
  ]
}
