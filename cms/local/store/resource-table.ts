import { type Compilable, sql } from 'kysely'
import * as z from 'zod'
import { resourceRow, type StateDatabase } from './database.ts'

/** A resource with versions: the draft, and the published version if there is one. */
export type StoredResource<Body> = Readonly<ReturnType<typeof toResource<Body>>>

/**
 * All resources of one type. Every write increases the version by 1, and publishing records the version that it published
 * (docs/contentful.md, Versions).
 */
export type ResourceTable<Body> = ReturnType<typeof createResourceTable<Body>>

/**
 * Opens the table of one type in an environment, or in the environment '' for resources of the space. `onWrite` is called
 * after each change.
 */
export function createResourceTable<Body>(
  { build, all, run, createCache }: StateDatabase,
  { environment, type }: { readonly environment: string; readonly type: string },
  onWrite = () => {},
) {
  const select = build.selectFrom('resources').where('environment', '=', environment).where('type', '=', type)
  const readRows = (query: Compilable) => all(query, resourceRow).map((row) => toResource<Body>(row))
  const cache = createCache(() => readRows(select.selectAll().orderBy('updated_at', 'desc').orderBy('id')))
  const handleWrite = () => {
    cache.clear()
    onWrite()
  }
  /** Runs a query that writes one resource and returns its row. */
  const write = (id: string, query: Compilable): StoredResource<Body> => {
    const [resource] = readRows(query)
    if (!resource) throw new Error(`There is no ${type} "${id}" to change`)
    handleWrite()
    return resource
  }
  /** Updates columns. `sql` expressions read the values from before the update. */
  const update = (id: string, columns: Readonly<Record<string, unknown>>) => {
    const query = build.updateTable('resources').set(columns)
    return write(id, query.where((where) => where.and({ environment, type, id })).returningAll())
  }
  /** Updates columns and increases the version. */
  const change = (id: string, columns: Readonly<Record<string, unknown>>) =>
    update(id, { ...columns, version: sql`version + 1`, updated_at: getNow() })

  return {
    get: (id: string): StoredResource<Body> | undefined => readRows(select.selectAll().where('id', '=', id))[0],
    /** One page of the resources that match, sorted by id or the latest changed first. */
    list: (options: {
      readonly ids?: readonly string[] | undefined
      readonly contentType?: string | undefined
      readonly isById?: boolean
      readonly skip: number
      readonly limit: number
    }) => {
      const { ids, contentType, isById = false, skip, limit } = options
      let matching = select
      if (ids) matching = matching.where('id', 'in', ids)
      if (contentType !== undefined) matching = matching.where('content_type', '=', contentType)
      const [count] = all(matching.select(build.fn.countAll().as('total')), countRow)
      const ordered = isById ? matching.orderBy('id') : matching.orderBy('updated_at', 'desc').orderBy('id')
      return { total: count?.total ?? 0, items: readRows(ordered.selectAll().limit(limit).offset(skip)) }
    },
    /** All resources, the latest changed first. The parsed rows are cached until one changes. */
    all: (): readonly StoredResource<Body>[] => cache.get(),
    create: (id: string, draft: Body, contentType?: string) => {
      const now = getNow()
      const key = { environment, type, id, content_type: contentType ?? null }
      const values = { ...key, version: 1, created_at: now, updated_at: now, published_counter: 0 }
      const query = build.insertInto('resources').values({ ...values, draft: JSON.stringify(draft) })
      return write(id, query.returningAll())
    },
    save: (id: string, draft: Body) => change(id, { draft: JSON.stringify(draft) }),
    publish: (id: string) => {
      const now = getNow()
      return change(id, {
        published: sql`draft`,
        published_version: sql`version`,
        published_at: now,
        first_published_at: sql`coalesce(first_published_at, ${now})`,
        published_counter: sql`published_counter + 1`,
      })
    },
    unpublish: (id: string) => change(id, { published: null, published_version: null, published_at: null }),
    archive: (id: string) => change(id, { archived_version: sql`version`, archived_at: getNow() }),
    unarchive: (id: string) => change(id, { archived_version: null, archived_at: null }),
    /** Replaces draft and published version without a new version: for clean-up after a field or locale is deleted. */
    rewrite: (id: string, draft: Body, published: Body | null): void => {
      update(id, { draft: JSON.stringify(draft), published: published && JSON.stringify(published) })
    },
    remove: (id: string): void => {
      run(build.deleteFrom('resources').where((where) => where.and({ environment, type, id })))
      handleWrite()
    },
  }
}

const getNow = () => new Date().toISOString()

const countRow = z.object({ total: z.number() })

function toResource<Body>(row: z.output<typeof resourceRow>) {
  const draft: Body = JSON.parse(row.draft)
  const published: Body | null = row.published === null ? null : JSON.parse(row.published)
  return {
    id: row.id,
    /** The content type id of an entry; `null` for other resources. */
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
    draft,
    published,
  }
}
