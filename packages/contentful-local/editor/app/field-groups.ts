import type { FieldGroupItem } from 'contentful-management'
import type { EditorField } from './api/content-types.ts'

/**
 * Groups fields by the layout of the editor interface: tabs, which can contain field sets. Fields that are not in it come
 * last, in a group with an empty name if there is no layout.
 */
export function groupFields(fields: readonly EditorField[], layout: readonly FieldGroupItem[]) {
  const flat = layout.flatMap((tab) => [tab, ...tab.items.flatMap((item) => ('items' in item ? item : []))])
  const groups = flat.map(({ name, items }) => {
    const ids = items.flatMap((item) => ('fieldId' in item ? item.fieldId : []))
    return { name, fields: ids.flatMap((id) => fields.find((field) => field.id === id) ?? []) }
  })
  const grouped = new Set(groups.flatMap((group) => group.fields))
  const others = { name: layout.length > 0 ? 'Others' : '', fields: fields.filter((field) => !grouped.has(field)) }
  return [...groups, others].filter((group) => group.fields.length > 0)
}
