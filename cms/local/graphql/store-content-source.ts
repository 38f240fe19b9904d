import {
  type ContentSnapshot,
  type ContentSource,
  type ContentTag,
  createContentSnapshot,
  type SourceAsset,
  type SourceAssetFile,
  type SourceEntry,
} from '#cms/graphql/content-source.ts'
import { processedFileSchema } from '#cms/local/store/file-store.ts'
import type { StoredResource } from '#cms/local/store/resource-table.ts'
import type { FieldValues, Store, StoredContent } from '#cms/local/store/store.ts'
import { LOCALE } from '#shared/constants.ts'

/** The store as one query reads it: as it was when the query came. `origin` is the address under which the asker reaches this server: `http://127.0.0.1:1234`. */
export type CreateContentSource = (origin: string) => ContentSource

const MOST_SNAPSHOTS = 20

/** Everything is read once, until something changes. */
export function createStoreContentSource(store: Store): CreateContentSource {
  const known = new Map<string, ContentSnapshot>()
  let revision = -1
  const read = (origin: string, preview: boolean) => {
    if (revision !== store.getRevision() || known.size >= MOST_SNAPSHOTS) known.clear()
    revision = store.getRevision()
    const key = `${preview} ${origin}`
    const found = known.get(key) ?? taken(store, origin, preview)
    known.set(key, found)
    return found
  }
  return (origin) => {
    const held = new Map<boolean, ContentSnapshot>()
    return {
      get locales() {
        const others = store.locales.all().map(({ draft }) => draft.code)
        return [LOCALE, ...others.filter((code) => code !== LOCALE)]
      },
      readSnapshot: (preview) => {
        const found = held.get(preview) ?? read(origin, preview)
        held.set(preview, found)
        return found
      },
    }
  }
}

function taken(store: Store, origin: string, preview: boolean): ContentSnapshot {
  const tags = publicTags(store)
  const shown = (resources: readonly StoredResource<StoredContent>[]) =>
    resources
      .flatMap((resource) => {
        const content = preview ? resource.draft : resource.published
        return content && resource.archivedVersion === null ? [{ resource, content }] : []
      })
      .sort((one, other) => newestFirst(one.resource, other.resource))
  return createContentSnapshot(
    shown(store.entries.all()).flatMap((item) => sourceEntry(item, tags)),
    shown(store.assets.all()).map((item) => sourceAsset(item, tags, origin)),
  )
}

interface Shown {
  readonly resource: StoredResource<StoredContent>
  readonly content: StoredContent
}

type Tags = ReadonlyMap<string, ContentTag>

const publicTags = ({ tags }: Store): Tags =>
  new Map(
    tags
      .all()
      .filter(({ draft }) => draft.visibility === 'public')
      .map(({ id, draft }) => [id, { id, name: draft.name }]),
  )

const published = ({ publishedAt, updatedAt }: StoredResource<StoredContent>) => publishedAt ?? updatedAt

function newestFirst(one: StoredResource<StoredContent>, other: StoredResource<StoredContent>): number {
  if (published(one) !== published(other)) return published(one) < published(other) ? 1 : -1
  return one.id < other.id ? -1 : 1
}

function sourceEntry({ resource, content }: Shown, tags: Tags): readonly SourceEntry[] {
  const { contentType } = resource
  return contentType === null
    ? []
    : [{ ...common(resource, content, tags), contentType, fields: ofLocale(content.fields) }]
}

function sourceAsset({ resource, content }: Shown, tags: Tags, origin: string): SourceAsset {
  const { title, description, file } = ofLocale(content.fields)
  return {
    ...common(resource, content, tags),
    title: typeof title === 'string' ? title : null,
    description: typeof description === 'string' ? description : null,
    file: assetFile(file, origin),
  }
}

const common = ({ id, ...resource }: StoredResource<StoredContent>, content: StoredContent, tags: Tags) => ({
  id,
  publishedAt: resource.publishedAt,
  firstPublishedAt: resource.firstPublishedAt,
  publishedVersion: resource.publishedVersion,
  tags: content.tags.flatMap((tag) => tags.get(tag) ?? []),
})

const ofLocale = (fields: FieldValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([id, values]) => [id, values[LOCALE]]))

/** A file that is not processed yet has no address to be read from. */
function assetFile(file: unknown, origin: string): SourceAssetFile | null {
  const { success, data } = processedFileSchema.safeParse(file)
  if (!success) return null
  const { url, fileName, contentType, details } = data
  return { url: origin + url, fileName, contentType, size: details.size, ...details.image }
}
