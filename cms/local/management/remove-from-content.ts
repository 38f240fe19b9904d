import type { ResourceTable } from '#local/store/resource-table.ts'
import type { Store, StoredContent } from '#local/store/store.ts'

/**
 * Gives the values of renamed fields their new id, and removes those of deleted fields (new id `undefined`), from drafts
 * and published versions of all entries of a content type.
 */
export function moveFieldValues(
  { entries }: Store,
  contentType: string,
  newIds: readonly (readonly [id: string, newId: string | undefined])[],
): void {
  const changes = new Map(newIds.filter(([id, newId]) => id !== newId))
  if (changes.size === 0) return
  const moveValues = ({ fields, ...rest }: StoredContent): StoredContent => ({
    ...rest,
    fields: Object.fromEntries(
      Object.entries(fields).flatMap(([id, values]) => {
        const newId = changes.has(id) ? changes.get(id) : id
        return newId === undefined ? [] : [[newId, values]]
      }),
    ),
  })
  rewriteAll(entries, moveValues, contentType)
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
