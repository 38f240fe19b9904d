import { sql } from 'kysely'
import * as z from 'zod'
import type { StateDatabase } from './database.ts'

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
  /** Replaces the draft and the published version without a new version: for clean-up after a field or locale is deleted. */
  readonly rewrite: (id: string, draft: Body, published: Body | null) => void
  readonly remove: (id: string) => void
}

interface TableOptions {
  /** The environment of the resources, or '' for resources of the space. */
  readonly environment: string
  readonly type: string
  /** Called after each change. */
  readonly onWrite: () => void
}

/** Opens the table of one resource type. */
export function createResourceTable<Body>(
  { build, all: query, run, readDataVersion }: StateDatabase,
  { environment, type, onWrite }: TableOptions,
): ResourceTable<Body> {
  const select = build.selectFrom('resources').where('environment', '=', environment).where('type', '=', type)
  const byId = (id: string) => ({ environment, type, id })
  let cachedResources: readonly StoredResource<Body>[] | undefined
  let cachedVersion = readDataVersion()

  const handleWrite = () => {
    cachedResources = undefined
    onWrite()
  }
  /** Updates columns of a resource. `sql` expressions read the values from before the update. */
  const update = (id: string, columns: Parameters<typeof setColumns>[1]): StoredResource<Body> => {
    const [row] = query(setColumns(id, columns), resourceRow)
    if (!row) throw new Error(`The ${type} to change does not exist`)
    handleWrite()
    return toResource(row)
  }
  const setColumns = (id: string, columns: Readonly<Record<string, unknown>>) =>
    build
      .updateTable('resources')
      .set(columns)
      .where((where) => where.and(byId(id)))
      .returningAll()
  /** Updates columns and increases the version. */
  const change = (id: string, columns: Readonly<Record<string, unknown>>) =>
    update(id, { ...columns, version: sql`version + 1`, updated_at: getNow() })

  return {
    get: (id) => {
      const [row] = query(select.selectAll().where('id', '=', id), resourceRow)
      return row && toResource(row)
    },
    list: ({ ids, contentType, publishedOnly = false, isById = false, skip, limit }) => {
      let matching = select
      if (ids) matching = matching.where('id', 'in', ids)
      if (contentType !== undefined) matching = matching.where('content_type', '=', contentType)
      if (publishedOnly) matching = matching.where('published', 'is not', null)
      const [count] = query(matching.select(build.fn.countAll().as('total')), countRow)
      const ordered = isById ? matching.orderBy('id') : matching.orderBy('updated_at', 'desc').orderBy('id')
      const rows = query(ordered.selectAll().limit(limit).offset(skip), resourceRow)
      return { total: count?.total ?? 0, items: rows.map((row) => toResource<Body>(row)) }
    },
    all: () => {
      if (cachedVersion !== readDataVersion()) cachedResources = undefined
      cachedVersion = readDataVersion()
      cachedResources ??= query(select.selectAll().orderBy('updated_at', 'desc').orderBy('id'), resourceRow).map(
        (row) => toResource<Body>(row),
      )
      return cachedResources
    },
    create: (id, draft, contentType) => {
      const now = getNow()
      const times = { version: 1, created_at: now, updated_at: now, published_counter: 0 }
      const values = { ...byId(id), ...times, content_type: contentType ?? null, draft: JSON.stringify(draft) }
      const [row] = query(build.insertInto('resources').values(values).returningAll(), resourceRow)
      if (!row) throw new Error(`The ${type} "${id}" was not stored`)
      handleWrite()
      return toResource(row)
    },
    save: (id, draft) => change(id, { draft: JSON.stringify(draft) }),
    publish: (id) => {
      const now = getNow()
      return change(id, {
        published: sql`draft`,
        published_version: sql`version`,
        published_at: now,
        first_published_at: sql`coalesce(first_published_at, ${now})`,
        published_counter: sql`published_counter + 1`,
      })
    },
    unpublish: (id) => change(id, { published: null, published_version: null, published_at: null }),
    archive: (id) => change(id, { archived_version: sql`version`, archived_at: getNow() }),
    unarchive: (id) => change(id, { archived_version: null, archived_at: null }),
    rewrite: (id, draft, published) => {
      update(id, { draft: JSON.stringify(draft), published: published && JSON.stringify(published) })
    },
    remove: (id) => {
      run(build.deleteFrom('resources').where((where) => where.and(byId(id))))
      handleWrite()
    },
  }
}

const getNow = () => new Date().toISOString()

const countRow = z.object({ total: z.number() })

const resourceRow = z.object({
  id: z.string(),
  content_type: z.string().nullable(),
  version: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  published_version: z.number().nullable(),
  published_at: z.string().nullable(),
  first_published_at: z.string().nullable(),
  published_counter: z.number(),
  archived_version: z.number().nullable(),
  archived_at: z.string().nullable(),
  draft: z.string(),
  published: z.string().nullable(),
})

function toResource<Body>(row: z.output<typeof resourceRow>): StoredResource<Body> {
  return {
    id: row.id,
    contentType: row.content_type,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    publishedVersion: row.published_version,
    publishedAt: row.published_at,
    firstPublishedAt: row.first_published_at,
    publishedCounter: row.published_counter,
    archivedVersion: row.archived_version,
    archivedAt: row.archived_at,
    draft: JSON.parse(row.draft),
    published: row.published === null ? null : JSON.parse(row.published),
  }
}
