import type { AssetFile, ContentSource, Snapshot, SourceAsset, SourceEntry, Tag } from '#cms/local/content-source.ts'
import { snapshot } from '#cms/local/snapshot.ts'
import { LOCALE } from '#cms/model/locale.ts'
import { processedFile } from './processed-file.ts'
import type { Resource } from './resources.ts'
import type { Content, FieldValues, Store } from './store.ts'

/** The store as one query reads it: as it was when the query came. `origin` is the address under which the asker reaches this server: `http://127.0.0.1:1234`. */
export type LocalSource = (origin: string) => ContentSource

const MOST_SNAPSHOTS = 20

/** Everything is read once, until something changes. */
export function localSource(store: Store): LocalSource {
  const known = new Map<string, Snapshot>()
  let revision = -1
  const read = (origin: string, preview: boolean) => {
    if (revision !== store.revision() || known.size >= MOST_SNAPSHOTS) known.clear()
    revision = store.revision()
    const key = `${preview} ${origin}`
    const found = known.get(key) ?? taken(store, origin, preview)
    known.set(key, found)
    return found
  }
  return (origin) => {
    const held = new Map<boolean, Snapshot>()
    return {
      get locales() {
        const others = store.locales.all().map(({ draft }) => draft.code)
        return [LOCALE, ...others.filter((code) => code !== LOCALE)]
      },
      read: (preview) => {
        const found = held.get(preview) ?? read(origin, preview)
        held.set(preview, found)
        return found
      },
    }
  }
}

function taken(store: Store, origin: string, preview: boolean): Snapshot {
  const tags = publicTags(store)
  const shown = (resources: readonly Resource<Content>[]) =>
    resources
      .flatMap((resource) => {
        const content = preview ? resource.draft : resource.published
        return content && resource.archivedVersion === null ? [{ resource, content }] : []
      })
      .sort((one, other) => newestFirst(one.resource, other.resource))
  return snapshot(
    shown(store.entries.all()).flatMap((item) => sourceEntry(item, tags)),
    shown(store.assets.all()).map((item) => sourceAsset(item, tags, origin)),
  )
}

interface Shown {
  readonly resource: Resource<Content>
  readonly content: Content
}

type Tags = ReadonlyMap<string, Tag>

const publicTags = ({ tags }: Store): Tags =>
  new Map(
    tags
      .all()
      .filter(({ draft }) => draft.visibility === 'public')
      .map(({ id, draft }) => [id, { id, name: draft.name }]),
  )

const published = ({ publishedAt, updatedAt }: Resource<Content>) => publishedAt ?? updatedAt

function newestFirst(one: Resource<Content>, other: Resource<Content>): number {
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

const common = ({ id, ...resource }: Resource<Content>, content: Content, tags: Tags) => ({
  id,
  publishedAt: resource.publishedAt,
  firstPublishedAt: resource.firstPublishedAt,
  publishedVersion: resource.publishedVersion,
  tags: content.tags.flatMap((tag) => tags.get(tag) ?? []),
})

const ofLocale = (fields: FieldValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([id, values]) => [id, values[LOCALE]]))

/** A file that is not processed yet has no address to be read from. */
function assetFile(file: unknown, origin: string): AssetFile | null {
  const { success, data } = processedFile.safeParse(file)
  if (!success) return null
  const { url, fileName, contentType, details } = data
  return { url: origin + url, fileName, contentType, size: details.size, ...details.image }
}
