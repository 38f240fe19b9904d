import type { ResourceTable } from '#local/store/resource-table.ts'
import type { Store, StoredContent } from '#local/store/store.ts'

/** Removes the values of deleted fields from all entries of a content type, from drafts and published versions. */
export function removeFieldsFromEntries({ entries }: Store, contentType: string, names: readonly string[]): void {
  if (names.length === 0) return
  rewriteAll(
    entries,
    ({ fields, ...rest }) => ({
      ...rest,
      fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))),
    }),
    contentType,
  )
}

/** Removes the values of a deleted locale from all entries and assets. */
export function removeLocaleFromContent({ entries, assets }: Store, code: string): void {
  const removeLocale = ({ fields, ...rest }: StoredContent): StoredContent => {
    const remaining = Object.entries(fields).map(([name, values]) => {
      const { [code]: _, ...otherValues } = values
      return [name, otherValues] as const
    })
    return { ...rest, fields: Object.fromEntries(remaining.filter(([, values]) => Object.keys(values).length > 0)) }
  }
  for (const resources of [entries, assets]) rewriteAll(resources, removeLocale)
}

/** Removes a deleted tag from all entries and assets. */
export function removeTagFromContent({ entries, assets }: Store, tag: string): void {
  const removeTag = ({ tags, ...rest }: StoredContent): StoredContent => ({
    ...rest,
    tags: tags.filter((id) => id !== tag),
  })
  for (const resources of [entries, assets]) rewriteAll(resources, removeTag)
}

function rewriteAll(
  resources: ResourceTable<StoredContent>,
  transform: (content: StoredContent) => StoredContent,
  contentType?: string,
): void {
  for (const { id, draft, published, contentType: type } of resources.all()) {
    if (contentType === undefined || type === contentType)
      resources.rewrite(id, transform(draft), published && transform(published))
  }
}
