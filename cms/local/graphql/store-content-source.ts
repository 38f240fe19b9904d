import { DEFAULT_LOCALE } from '#local/constants.ts'
import { processedFileSchema } from '#local/store/file-store.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { FieldValues, Store, StoredContent } from '#local/store/store.ts'
import {
  type ContentSnapshot,
  type ContentSource,
  type ContentTag,
  createContentSnapshot,
  type SourceAsset,
  type SourceAssetFile,
  type SourceEntry,
} from './content-source.ts'

/** Creates the content source of one query: a snapshot of the store. `origin` is the origin of the request, for file URLs. */
export type CreateContentSource = (origin: string) => ContentSource

/** Cached snapshots; there is one for each origin, with and without drafts. */
const MAX_SNAPSHOTS = 20

/** Caches the snapshots until the content changes. */
export function createStoreContentSource(store: Store): CreateContentSource {
  const cache = new Map<string, ContentSnapshot>()
  let revision = -1
  const getSnapshot = (origin: string, preview: boolean) => {
    if (revision !== store.getRevision() || cache.size >= MAX_SNAPSHOTS) cache.clear()
    revision = store.getRevision()
    const key = `${preview} ${origin}`
    const snapshot = cache.get(key) ?? createSnapshot(store, origin, preview)
    cache.set(key, snapshot)
    return snapshot
  }
  return (origin) => {
    const snapshots = new Map<boolean, ContentSnapshot>()
    return {
      get locales() {
        const codes = store.locales.all().map(({ draft }) => draft.code)
        return [DEFAULT_LOCALE, ...codes.filter((code) => code !== DEFAULT_LOCALE)]
      },
      readSnapshot: (preview) => {
        const snapshot = snapshots.get(preview) ?? getSnapshot(origin, preview)
        snapshots.set(preview, snapshot)
        return snapshot
      },
    }
  }
}

function createSnapshot(store: Store, origin: string, preview: boolean): ContentSnapshot {
  const tags = getPublicTags(store)
  const listVisible = (resources: readonly StoredResource<StoredContent>[]) =>
    resources
      .flatMap((resource) => {
        const content = preview ? resource.draft : resource.published
        return content && resource.archivedVersion === null ? [{ resource, content }] : []
      })
      .sort((a, b) => compareNewestFirst(a.resource, b.resource))
  return createContentSnapshot(
    listVisible(store.entries.all()).flatMap((item) => toSourceEntry(item, tags)),
    listVisible(store.assets.all()).map((item) => toSourceAsset(item, tags, origin)),
  )
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

function toSourceEntry({ resource, content }: VisibleResource, tags: TagsById): readonly SourceEntry[] {
  const { contentType } = resource
  return contentType === null
    ? []
    : [{ ...toCommonProperties(resource, content, tags), contentType, fields: getDefaultLocaleValues(content.fields) }]
}

function toSourceAsset({ resource, content }: VisibleResource, tags: TagsById, origin: string): SourceAsset {
  const { title, description, file } = getDefaultLocaleValues(content.fields)
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

const getDefaultLocaleValues = (fields: FieldValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([id, values]) => [id, values[DEFAULT_LOCALE]]))

/** Returns `null` for an unprocessed file, which has no URL. */
function toSourceFile(file: unknown, origin: string): SourceAssetFile | null {
  const { success, data } = processedFileSchema.safeParse(file)
  if (!success) return null
  const { url, fileName, contentType, details } = data
  return { url: origin + url, fileName, contentType, size: details.size, ...details.image }
}
