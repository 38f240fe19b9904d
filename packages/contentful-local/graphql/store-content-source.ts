import { getVisibleContent } from '#local/delivery/content-reader.ts'
import { getDeliveryLocales, selectLocale } from '#local/delivery/locale-selection.ts'
import { processedFileSchema } from '#local/store/file-store.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { Store, StoredContent } from '#local/store/store.ts'
import {
  type ContentSnapshot,
  type ContentSource,
  type ContentView,
  createContentSnapshot,
  type SourceAssetFile,
} from './content-source.ts'

/** Cached snapshots; there is one for each origin and view. */
const MAX_SNAPSHOTS = 20

/**
 * Creates a function that returns the content source of one query, which is executed at once. `origin` is the origin of
 * the request, for file URLs. Snapshots of the store are cached until the content changes.
 */
export function createStoreContentSource(store: Store): (origin: string) => ContentSource {
  const snapshots = new Map<string, ContentSnapshot>()
  let revision = -1
  return (origin) => {
    if (revision !== store.getRevision() || snapshots.size >= MAX_SNAPSHOTS) snapshots.clear()
    revision = store.getRevision()
    return {
      spaceId: store.locationSys.space.sys.id,
      environmentId: store.environmentId,
      locales: getDeliveryLocales(store).map(({ draft }) => draft.code),
      readSnapshot: (view) => {
        const key = [view.preview, view.useFallback, view.locale, origin].join(' ')
        const snapshot = snapshots.get(key) ?? createSnapshot(store, origin, view)
        snapshots.set(key, snapshot)
        return snapshot
      },
    }
  }
}

/** A field that is not localized has its value of the default locale in all locales; the fields of assets are localized. */
function createSnapshot(store: Store, origin: string, { preview, locale, useFallback }: ContentView): ContentSnapshot {
  const { getValue } = selectLocale(store, locale, useFallback)
  const fieldsByType = new Map(store.getPublishedContentTypes().map(({ id, fields }) => [id, fields]))
  const publicTags = new Map(
    store.tags
      .all()
      .flatMap(({ id, draft: { name, visibility } }) => (visibility === 'public' ? [[id, { id, name }]] : [])),
  )
  const resources = [...store.entries.all(), ...store.assets.all()].sort(compareNewestFirst)
  return createContentSnapshot(
    resources.flatMap((resource) => {
      const content = getVisibleContent(resource, preview)
      if (!content) return []
      const definitions = fieldsByType.get(resource.contentType ?? '')
      const isLocalized = (field: string) =>
        !definitions || definitions.find(({ id }) => id === field)?.localized === true
      const fields: Record<string, unknown> = Object.fromEntries(
        Object.entries(content.fields).map(([field, values]) => [field, getValue(values, isLocalized(field))]),
      )
      return {
        ...resource,
        fields: resource.contentType === null ? readAssetFields(fields, origin) : fields,
        tags: content.tags.flatMap((tag) => publicTags.get(tag) ?? []),
      }
    }),
  )
}

const getPublishedAt = ({ publishedAt, updatedAt }: StoredResource<StoredContent>) => publishedAt ?? updatedAt

const compareNewestFirst = (a: StoredResource<StoredContent>, b: StoredResource<StoredContent>) =>
  getPublishedAt(b).localeCompare(getPublishedAt(a)) || (a.id < b.id ? -1 : 1)

/** Returns only the texts of an asset whose file is not processed, because it has no URL. */
function readAssetFields({ file, ...texts }: Readonly<Record<string, unknown>>, origin: string) {
  const { success, data } = processedFileSchema.safeParse(file)
  if (!success) return texts
  const { url, fileName, contentType, details } = data
  const sourceFile: SourceAssetFile = { url: origin + url, fileName, contentType, size: details.size, ...details.image }
  return { ...texts, ...sourceFile }
}
