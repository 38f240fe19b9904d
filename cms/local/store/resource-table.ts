import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { createDataVersionReader, readInteger, readNullableInteger, readNullableText, readText } from './database.ts'

/** A resource with versions: the draft, and the published version if there is one. */
export interface StoredResource<Body> {
  readonly id: string
  /** The content type id of an entry; `null` for other resources. */
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

/** Options of a list. Without `isById` the latest changed resources come first. */
interface ListOptions {
  readonly ids?: readonly string[] | undefined
  readonly contentType?: string | undefined
  readonly publishedOnly?: boolean
  /** Sorts by id. */
  readonly isById?: boolean
  readonly skip: number
  readonly limit: number
}

/**
 * All resources of one type. Every write increases the version by 1, and publishing records the version that it published
 * (docs/contentful.md, Versions).
 */
export interface ResourceTable<Body> {
  readonly get: (id: string) => StoredResource<Body> | undefined
  readonly list: (options: ListOptions) => { readonly total: number; readonly items: readonly StoredResource<Body>[] }
  /** All resources, the latest changed first. The parsed rows are cached until one changes. */
  readonly all: () => readonly StoredResource<Body>[]
  readonly create: (id: string, draft: Body, contentType?: string) => StoredResource<Body>
  readonly save: (id: string, draft: Body) => StoredResource<Body>
  readonly publish: (id: string) => StoredResource<Body>
  readonly unpublish: (id: string) => StoredResource<Body>
  readonly archive: (id: string) => StoredResource<Body>
  readonly unarchive: (id: string) => StoredResource<Body>
  /** Replaces the draft and the published version without a new version: for clean-up after a field, locale or tag is deleted. */
  readonly rewrite: (id: string, draft: Body, published: Body | null) => void
  readonly remove: (id: string) => void
}

const ORDER = 'updated_at DESC, id'

/** Opens the table of one resource type, `kind` in the database. `onWrite` is called after each change. */
export function createResourceTable<Body>(
  database: DatabaseSync,
  kind: string,
  onWrite: () => void,
): ResourceTable<Body> {
  const selectOne = database.prepare('SELECT * FROM resources WHERE kind = ? AND id = ?')
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
  const fromWhere = `FROM resources WHERE kind = :kind
    AND (:ids IS NULL OR id IN (SELECT value FROM json_each(:ids)))
    AND (:contentType IS NULL OR content_type = :contentType)
    AND (:publishedOnly = 0 OR published IS NOT NULL)`
  const selectAll = database.prepare(`SELECT * FROM resources WHERE kind = ? ORDER BY ${ORDER}`)
  const count = database.prepare(`SELECT count(*) AS total ${fromWhere}`)
  const selectPage = database.prepare(`SELECT * ${fromWhere} ORDER BY ${ORDER} LIMIT :limit OFFSET :skip`)
  const selectPageById = database.prepare(`SELECT * ${fromWhere} ORDER BY id LIMIT :limit OFFSET :skip`)

  const readDataVersion = createDataVersionReader(database)

  let cachedResources: readonly StoredResource<Body>[] | undefined
  let cachedVersion = readDataVersion()

  const handleWrite = () => {
    cachedResources = undefined
    onWrite()
  }
  const toWrittenResource = (row: Row | undefined): StoredResource<Body> => {
    if (!row) throw new Error(`The ${kind} to change does not exist`)
    handleWrite()
    return toResource(row)
  }
  const now = () => new Date().toISOString()

  return {
    get: (id) => {
      const row = selectOne.get(kind, id)
      return row && toResource(row)
    },
    list: ({ ids, contentType, publishedOnly = false, isById = false, skip, limit }) => {
      const parameters = {
        kind,
        ids: ids ? JSON.stringify(ids) : null,
        contentType: contentType ?? null,
        publishedOnly: publishedOnly ? 1 : 0,
      }
      const rows = (isById ? selectPageById : selectPage).all({ ...parameters, skip, limit })
      const items = rows.map((row) => toResource<Body>(row))
      return { total: readInteger(count.get(parameters)?.total), items }
    },
    all: () => {
      if (cachedVersion !== readDataVersion()) cachedResources = undefined
      cachedVersion = readDataVersion()
      cachedResources ??= selectAll.all(kind).map((row) => toResource<Body>(row))
      return cachedResources
    },
    create: (id, draft, contentType) =>
      toWrittenResource(
        insert.get({ kind, id, contentType: contentType ?? null, now: now(), draft: JSON.stringify(draft) }),
      ),
    save: (id, draft) => toWrittenResource(save.get({ kind, id, now: now(), draft: JSON.stringify(draft) })),
    publish: (id) => toWrittenResource(publish.get({ kind, id, now: now() })),
    unpublish: (id) => toWrittenResource(unpublish.get({ kind, id, now: now() })),
    archive: (id) => toWrittenResource(archive.get({ kind, id, now: now() })),
    unarchive: (id) => toWrittenResource(unarchive.get({ kind, id, now: now() })),
    rewrite: (id, draft, published) => {
      const json = { draft: JSON.stringify(draft), published: published && JSON.stringify(published) }
      toWrittenResource(rewrite.get({ kind, id, ...json }))
    },
    remove: (id) => {
      remove.run(kind, id)
      handleWrite()
    },
  }
}

type Row = Record<string, SQLOutputValue>

function toResource<Body>(row: Row): StoredResource<Body> {
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
