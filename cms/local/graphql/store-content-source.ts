import { getVisibleContent } from '#local/delivery/content-reader.ts'
import { selectLocale } from '#local/delivery/locale-selection.ts'
import { processedFileSchema } from '#local/store/file-store.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { Store, StoredContent } from '#local/store/store.ts'
import {
  type ContentSnapshot,
  type ContentSource,
  type ContentTag,
  type ContentView,
  createContentSnapshot,
  type SourceAssetFile,
} from './content-source.ts'

/** Creates the content source of one query: a snapshot of the store. `origin` is the origin of the request, for file URLs. */
export type CreateContentSource = (origin: string) => ContentSource

/** Cached snapshots; there is one for each origin and view. */
const MAX_SNAPSHOTS = 20

/** Caches the snapshots until the content changes. */
export function createStoreContentSource(store: Store): CreateContentSource {
  const cache = new Map<string, ContentSnapshot>()
  let revision = -1
  const getSnapshot = (origin: string, view: ContentView) => {
    if (revision !== store.getRevision() || cache.size >= MAX_SNAPSHOTS) cache.clear()
    revision = store.getRevision()
    const key = JSON.stringify([view.preview, view.locale, view.useFallback, origin])
    const snapshot = cache.get(key) ?? createSnapshot(store, origin, view)
    cache.set(key, snapshot)
    return snapshot
  }
  return (origin) => {
    const snapshots = new Map<string, ContentSnapshot>()
    return {
      spaceId: store.locationSys.space.sys.id,
      environmentId: store.environmentId,
      get locales() {
        const codes = store.locales.all().flatMap(({ draft }) => (draft.contentDeliveryApi ? draft.code : []))
        const defaultLocale = store.getDefaultLocale()
        return [defaultLocale, ...codes.filter((code) => code !== defaultLocale)]
      },
      readSnapshot: (view) => {
        const key = JSON.stringify([view.preview, view.locale, view.useFallback])
        const snapshot = snapshots.get(key) ?? getSnapshot(origin, view)
        snapshots.set(key, snapshot)
        return snapshot
      },
    }
  }
}

/** A field that is not localized has its value of the default locale in all locales; the fields of assets are localized. */
function createSnapshot(store: Store, origin: string, { preview, locale, useFallback }: ContentView): ContentSnapshot {
  const { getValue } = selectLocale(store, locale, useFallback)
  const types = new Map(store.getPublishedContentTypes().map((type) => [type.id, type]))
  const publicTags = new Map<string, ContentTag>(
    store.tags
      .all()
      .flatMap(({ id, draft: { name, visibility } }) => (visibility === 'public' ? [[id, { id, name }]] : [])),
  )
  const readVisible = (resources: readonly StoredResource<StoredContent>[]) =>
    resources.toSorted(compareNewestFirst).flatMap((resource) => {
      const content = getVisibleContent(resource, preview)
      if (!content) return []
      const { id, contentType, publishedAt, firstPublishedAt, publishedVersion } = resource
      const definitions = contentType === null ? undefined : types.get(contentType)?.fields
      const isLocalized = (field: string) =>
        !definitions || definitions.find((definition) => definition.id === field)?.localized === true
      const fields: Record<string, unknown> = Object.fromEntries(
        Object.entries(content.fields).map(([field, values]) => [field, getValue(values, isLocalized(field))]),
      )
      const tags = content.tags.flatMap((tag) => publicTags.get(tag) ?? [])
      return [{ id, contentType, publishedAt, firstPublishedAt, publishedVersion, tags, fields }]
    })
  return createContentSnapshot(
    readVisible(store.entries.all()).flatMap(({ contentType, ...entry }) =>
      contentType === null ? [] : { ...entry, contentType },
    ),
    readVisible(store.assets.all()).map(({ fields: { title, description, file }, ...asset }) => ({
      ...asset,
      title: typeof title === 'string' ? title : null,
      description: typeof description === 'string' ? description : null,
      file: toSourceFile(file, origin),
    })),
  )
}

const getPublishedAt = ({ publishedAt, updatedAt }: StoredResource<StoredContent>) => publishedAt ?? updatedAt

function compareNewestFirst(a: StoredResource<StoredContent>, b: StoredResource<StoredContent>): number {
  if (getPublishedAt(a) !== getPublishedAt(b)) return getPublishedAt(a) < getPublishedAt(b) ? 1 : -1
  return a.id < b.id ? -1 : 1
}

/** Returns `null` for an unprocessed file, which has no URL. */
function toSourceFile(file: unknown, origin: string): SourceAssetFile | null {
  const { success, data } = processedFileSchema.safeParse(file)
  if (!success) return null
  const { url, fileName, contentType, details } = data
  return { url: origin + url, fileName, contentType, size: details.size, ...details.image }
}
