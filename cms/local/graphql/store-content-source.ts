import { selectLocale } from '#local/delivery/locale-selection.ts'
import { processedFileSchema } from '#local/store/file-store.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { FieldValues, Store, StoredContent } from '#local/store/store.ts'
import {
  type ContentSnapshot,
  type ContentSource,
  type ContentTag,
  type ContentView,
  createContentSnapshot,
  type SourceAsset,
  type SourceAssetFile,
  type SourceEntry,
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

function createSnapshot(store: Store, origin: string, { preview, locale, useFallback }: ContentView): ContentSnapshot {
  const tags = getPublicTags(store)
  const getValues = createValueReader(store, locale, useFallback)
  const listVisible = (resources: readonly StoredResource<StoredContent>[]) =>
    resources
      .flatMap((resource) => {
        const content = preview ? resource.draft : resource.published
        return content && resource.archivedVersion === null ? [{ resource, content }] : []
      })
      .sort((a, b) => compareNewestFirst(a.resource, b.resource))
  return createContentSnapshot(
    listVisible(store.entries.all()).flatMap((item) => toSourceEntry(item, tags, getValues)),
    listVisible(store.assets.all()).map((item) => toSourceAsset(item, tags, origin, getValues)),
  )
}

/** Reads the fields of an entry, or of an asset (no content type), in one locale. */
type ReadValues = (fields: FieldValues, contentType: string | null) => Record<string, unknown>

/** A field that is not localized has its value of the default locale in all locales. */
function createValueReader(store: Store, code: string, useFallback: boolean): ReadValues {
  const selected = selectLocale(store, code, useFallback)
  const types = new Map(store.getPublishedContentTypes().map((type) => [type.id, type]))
  return (fields, contentType) => {
    const definitions = contentType === null ? undefined : types.get(contentType)?.fields
    const isLocalized = (id: string) => !definitions || definitions.find((field) => field.id === id)?.localized === true
    return Object.fromEntries(
      Object.entries(fields).map(([id, values]) => [id, selected.getValue(values, isLocalized(id))]),
    )
  }
}

interface VisibleResource {
  readonly resource: StoredResource<StoredContent>
  readonly content: StoredContent
}

type TagsById = ReadonlyMap<string, ContentTag>

const getPublicTags = ({ tags }: Store): TagsById =>
  new Map(
    tags
      .all()
      .filter(({ draft }) => draft.visibility === 'public')
      .map(({ id, draft }) => [id, { id, name: draft.name }]),
  )

const getPublishedAt = ({ publishedAt, updatedAt }: StoredResource<StoredContent>) => publishedAt ?? updatedAt

function compareNewestFirst(a: StoredResource<StoredContent>, b: StoredResource<StoredContent>): number {
  if (getPublishedAt(a) !== getPublishedAt(b)) return getPublishedAt(a) < getPublishedAt(b) ? 1 : -1
  return a.id < b.id ? -1 : 1
}

function toSourceEntry(
  { resource, content }: VisibleResource,
  tags: TagsById,
  readValues: ReadValues,
): readonly SourceEntry[] {
  const { contentType } = resource
  return contentType === null
    ? []
    : [{ ...toCommonProperties(resource, content, tags), contentType, fields: readValues(content.fields, contentType) }]
}

function toSourceAsset(
  { resource, content }: VisibleResource,
  tags: TagsById,
  origin: string,
  readValues: ReadValues,
): SourceAsset {
  const { title, description, file } = readValues(content.fields, null)
  return {
    ...toCommonProperties(resource, content, tags),
    title: typeof title === 'string' ? title : null,
    description: typeof description === 'string' ? description : null,
    file: toSourceFile(file, origin),
  }
}

const toCommonProperties = (
  { id, ...resource }: StoredResource<StoredContent>,
  content: StoredContent,
  tags: TagsById,
) => ({
  id,
  publishedAt: resource.publishedAt,
  firstPublishedAt: resource.firstPublishedAt,
  publishedVersion: resource.publishedVersion,
  tags: content.tags.flatMap((tag) => tags.get(tag) ?? []),
})

/** Returns `null` for an unprocessed file, which has no URL. */
function toSourceFile(file: unknown, origin: string): SourceAssetFile | null {
  const { success, data } = processedFileSchema.safeParse(file)
  if (!success) return null
  const { url, fileName, contentType, details } = data
  return { url: origin + url, fileName, contentType, size: details.size, ...details.image }
}
