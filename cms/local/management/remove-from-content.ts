import type { ResourceTable } from '#cms/local/store/resource-table.ts'
import type { Store, StoredContent } from '#cms/local/store/store.ts'

/** Deleting a field, a language or a tag takes it out of all content, published or not. */
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

export function removeLocaleFromContent({ entries, assets }: Store, code: string): void {
  const without = ({ fields, ...rest }: StoredContent): StoredContent => {
    const left = Object.entries(fields).map(([name, values]) => {
      const { [code]: _, ...others } = values
      return [name, others] as const
    })
    return { ...rest, fields: Object.fromEntries(left.filter(([, values]) => Object.keys(values).length > 0)) }
  }
  for (const kind of [entries, assets]) rewriteAll(kind, without)
}

export function removeTagFromContent({ entries, assets }: Store, tag: string): void {
  const without = ({ tags, ...rest }: StoredContent): StoredContent => ({
    ...rest,
    tags: tags.filter((id) => id !== tag),
  })
  for (const kind of [entries, assets]) rewriteAll(kind, without)
}

function rewriteAll(
  kind: ResourceTable<StoredContent>,
  without: (content: StoredContent) => StoredContent,
  contentType?: string,
): void {
  for (const { id, draft, published, contentType: type } of kind.all()) {
    if (contentType === undefined || type === contentType)
      kind.rewrite(id, without(draft), published && without(published))
  }
}
