import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { createDataVersionReader, readInteger, readNullableInteger, readNullableText, readText } from './database.ts'

/** Something with versions: a draft, and what of it was published last. */
export interface StoredResource<Body> {
  readonly id: string
  /** Of entries; `null` for everything else. */
  readonly contentType: string | null
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly publishedVersion: number | null
  readonly publishedAt: string | null
  readonly firstPublishedAt: string | null
  readonly publishedCounter: number
  readonly archivedVersion: number | null
  readonly archivedAt: string | null
  readonly draft: Body
  readonly published: Body | null
}

/** Which resources of a kind. The latest changed come first, or those with the lowest id. */
interface Selection {
  readonly ids?: readonly string[] | undefined
  readonly contentType?: string | undefined
  readonly publishedOnly?: boolean
  readonly isById?: boolean
  readonly skip: number
  readonly limit: number
}

/** All resources of one kind. The rules of versions: every write adds 1, a publish remembers the version it was of (docs/contentful.md, Versions). */
export interface ResourceTable<Body> {
  readonly get: (id: string) => StoredResource<Body> | undefined
  readonly list: (selection: Selection) => { readonly total: number; readonly items: readonly StoredResource<Body>[] }
  /** All of them, the latest changed first; parsed once, until one of them changes. */
  readonly all: () => readonly StoredResource<Body>[]
  readonly create: (id: string, draft: Body, contentType?: string) => StoredResource<Body>
  readonly save: (id: string, draft: Body) => StoredResource<Body>
  readonly publish: (id: string) => StoredResource<Body>
  readonly unpublish: (id: string) => StoredResource<Body>
  readonly archive: (id: string) => StoredResource<Body>
  readonly unarchive: (id: string) => StoredResource<Body>
  /** Takes something out of what it holds, in the draft and in what is published: no change of anybody's, so no new version. */
  readonly rewrite: (id: string, draft: Body, published: Body | null) => void
  readonly remove: (id: string) => void
}

const ORDER = 'updated_at DESC, id'

/** `onWrite` is called after each change. */
export function createResourceTable<Body>(
  database: DatabaseSync,
  kind: string,
  onWrite: () => void,
): ResourceTable<Body> {
  const one = database.prepare('SELECT * FROM resources WHERE kind = ? AND id = ?')
  const insert =
    database.prepare(`INSERT INTO resources (kind, id, content_type, version, created_at, updated_at, draft)
    VALUES (:kind, :id, :contentType, 1, :now, :now, :draft) RETURNING *`)
  const save = database.prepare(`UPDATE resources SET draft = :draft, version = version + 1, updated_at = :now
    WHERE kind = :kind AND id = :id RETURNING *`)
  const publish = database.prepare(`UPDATE resources SET published = draft, published_version = version,
    version = version + 1, published_at = :now, first_published_at = coalesce(first_published_at, :now),
    published_counter = published_counter + 1, updated_at = :now WHERE kind = :kind AND id = :id RETURNING *`)
  const unpublish = database.prepare(`UPDATE resources SET published = NULL, published_version = NULL,
    version = version + 1, published_at = NULL, updated_at = :now WHERE kind = :kind AND id = :id RETURNING *`)
  const archive = database.prepare(`UPDATE resources SET archived_version = version, archived_at = :now,
    version = version + 1, updated_at = :now WHERE kind = :kind AND id = :id RETURNING *`)
  const unarchive = database.prepare(`UPDATE resources SET archived_version = NULL, archived_at = NULL,
    version = version + 1, updated_at = :now WHERE kind = :kind AND id = :id RETURNING *`)
  const rewrite = database.prepare(`UPDATE resources SET draft = :draft, published = :published
    WHERE kind = :kind AND id = :id RETURNING *`)
  const remove = database.prepare('DELETE FROM resources WHERE kind = ? AND id = ?')
  const matching = `FROM resources WHERE kind = :kind
    AND (:ids IS NULL OR id IN (SELECT value FROM json_each(:ids)))
    AND (:contentType IS NULL OR content_type = :contentType)
    AND (:publishedOnly = 0 OR published IS NOT NULL)`
  const all = database.prepare(`SELECT * FROM resources WHERE kind = ? ORDER BY ${ORDER}`)
  const count = database.prepare(`SELECT count(*) AS total ${matching}`)
  const page = database.prepare(`SELECT * ${matching} ORDER BY ${ORDER} LIMIT :limit OFFSET :skip`)
  const pageById = database.prepare(`SELECT * ${matching} ORDER BY id LIMIT :limit OFFSET :skip`)

  const others = createDataVersionReader(database)

  let everything: readonly StoredResource<Body>[] | undefined
  let readAt = others()

  const changed = () => {
    everything = undefined
    onWrite()
  }
  const written = (row: Row | undefined): StoredResource<Body> => {
    if (!row) throw new Error(`The ${kind} that should be changed is not there`)
    changed()
    return resource(row)
  }
  const now = () => new Date().toISOString()

  return {
    get: (id) => {
      const row = one.get(kind, id)
      return row && resource(row)
    },
    list: ({ ids, contentType, publishedOnly = false, isById = false, skip, limit }) => {
      const wanted = {
        kind,
        ids: ids ? JSON.stringify(ids) : null,
        contentType: contentType ?? null,
        publishedOnly: publishedOnly ? 1 : 0,
      }
      const rows = (isById ? pageById : page).all({ ...wanted, skip, limit })
      const items = rows.map((row) => resource<Body>(row))
      return { total: readInteger(count.get(wanted)?.total), items }
    },
    all: () => {
      if (readAt !== others()) everything = undefined
      readAt = others()
      everything ??= all.all(kind).map((row) => resource<Body>(row))
      return everything
    },
    create: (id, draft, contentType) =>
      written(insert.get({ kind, id, contentType: contentType ?? null, now: now(), draft: JSON.stringify(draft) })),
    save: (id, draft) => written(save.get({ kind, id, now: now(), draft: JSON.stringify(draft) })),
    publish: (id) => written(publish.get({ kind, id, now: now() })),
    unpublish: (id) => written(unpublish.get({ kind, id, now: now() })),
    archive: (id) => written(archive.get({ kind, id, now: now() })),
    unarchive: (id) => written(unarchive.get({ kind, id, now: now() })),
    rewrite: (id, draft, published) => {
      const json = { draft: JSON.stringify(draft), published: published && JSON.stringify(published) }
      written(rewrite.get({ kind, id, ...json }))
    },
    remove: (id) => {
      remove.run(kind, id)
      changed()
    },
  }
}

type Row = Record<string, SQLOutputValue>

function resource<Body>(row: Row): StoredResource<Body> {
  const published = readNullableText(row.published)
  return {
    id: readText(row.id),
    contentType: readNullableText(row.content_type),
    version: readInteger(row.version),
    createdAt: readText(row.created_at),
    updatedAt: readText(row.updated_at),
    publishedVersion: readNullableInteger(row.published_version),
    publishedAt: readNullableText(row.published_at),
    firstPublishedAt: readNullableText(row.first_published_at),
    publishedCounter: readInteger(row.published_counter),
    archivedVersion: readNullableInteger(row.archived_version),
    archivedAt: readNullableText(row.archived_at),
    draft: JSON.parse(readText(row.draft)),
    published: published === null ? null : JSON.parse(published),
  }
}
