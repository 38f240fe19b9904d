import type { ContentIssue, Severity } from '#cms/check/check-rule.ts'
import type { CheckedContent, CheckedEntry } from '#cms/check/checked-content.ts'
import { createFieldIssue, type EntryField, type FieldInfo, getFieldInfos } from '#cms/check/fields.ts'
import { parseLinks } from '#cms/links.ts'

/**
 * Reports lists that are empty, contain duplicates, or have more items than the model allows, and how many entries of a list
 * wait as drafts. Too few entries that visitors see are an error.
 */
export function checkListLengths(content: CheckedContent, drafts: CheckedContent): readonly ContentIssue[] {
  const titles = new Map(drafts.entries.map(({ id, title }) => [id, title]))
  return content.entries.flatMap((entry) =>
    getFieldInfos(entry.type)
      .filter(({ field }) => field.type === 'Array')
      .flatMap((field) => [...checkList(entry, field, titles), ...checkDrafts({ entry, field }, content, drafts)]),
  )
}

/**
 * An editor leaves drafts in a list on purpose: new ones, and what was taken down. They are counted in the list as it is saved,
 * what visitors see in the published one.
 */
function checkDrafts(
  { entry, field }: EntryField,
  { types }: CheckedContent,
  drafts: CheckedContent,
): readonly ContentIssue[] {
  const { link } = field.field
  const getIds = ({ fields }: CheckedEntry) => [...new Set(parseLinks(fields[field.id]).map(({ id }) => id))]
  const isDraft = (id: string) =>
    !types.has(id) && link?.to === 'Entry' && link.types.includes(drafts.types.get(id) ?? '')
  const minItems = Math.max(1, getSizeLimits(field)?.min ?? 0)
  const ids = getIds(entry)
  const visibleCount = ids.filter((id) => types.has(id)).length
  if (visibleCount < minItems && ids.some(isDraft)) {
    const text = `needs at least ${minItems} published ${minItems === 1 ? 'entry' : 'entries'} and has ${visibleCount || 'none'}: publish its drafts`
    return [createFieldIssue('list', 'error', { entry, field }, text)]
  }
  const draftCount = getIds(drafts.entries.find(({ id }) => id === entry.id) ?? entry).filter(isDraft).length
  if (draftCount === 0) return []
  const drafted = draftCount === 1 ? '1 draft is' : `${draftCount.toLocaleString('en-US')} drafts are`
  const text = `${drafted} in the list ${field.name} of ${entry.title}`
  return [{ rule: 'list', severity: 'waiting', target: entry, field: field.id, text }]
}

const getSizeLimits = ({ validations }: FieldInfo) => validations.find(({ size }) => size)?.size

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
  const maxItems = getSizeLimits(field)?.max ?? Number.POSITIVE_INFINITY
  return [
    ...duplicates.map((id) => createIssue('warning', `lists “${titles.get(id) ?? id}” twice: remove one`)),
    ...(ids.length > maxItems
      ? [createIssue('error', `has ${ids.length} items but the maximum is ${maxItems}: remove some`)]
      : []),
  ]
}
