import { type Compilable, sql } from 'kysely'
import * as z from 'zod'
import { resourceRow, type StateDatabase } from './database.ts'

type ResourceRow = z.output<typeof resourceRow>

/** A resource with versions: the draft, and the published version if there is one. */
export type StoredResource<Body> = Readonly<Omit<ResourceRow, 'draft' | 'published'>> & {
  readonly draft: Body
  readonly published: Body | null
}

/**
 * All resources of one type. Every write increases the version by 1, and publishing records the version that it published
 * (docs/contentful.md, Versions).
 */
export type ResourceTable<Body> = ReturnType<typeof createResourceTable<Body>>

/** Opens the table of one type in an environment, or in the environment '' for resources of the space. */
export function createResourceTable<Body>(
  { build, all, run, readDataVersion }: StateDatabase,
  environment: string,
  type: string,
) {
  const select = build.selectFrom('resources').where('environment', '=', environment).where('type', '=', type)
  const selectLatest = select.orderBy('updatedAt', 'desc').orderBy('id')
  const readRows = (query: Compilable) => all(query, resourceRow).map(parseJson<Body>)
  let cached: { readonly resources: readonly StoredResource<Body>[]; readonly dataVersion: number } | undefined
  /** Runs a query that writes one resource and returns its row. */
  const write = (id: string, query: Compilable): StoredResource<Body> => {
    const [resource] = readRows(query)
    if (!resource) throw new Error(`There is no ${type} "${id}" to change`)
    cached = undefined
    return resource
  }
  /** Updates columns. `sql` expressions read the values from before the update. */
  const update = (id: string, columns: Readonly<Record<string, unknown>>) => {
    const query = build.updateTable('resources').set(columns)
    return write(id, query.where((where) => where.and({ environment, type, id })).returningAll())
  }
  /** Updates columns and increases the version. */
  const change = (id: string, columns: Readonly<Record<string, unknown>>) =>
    update(id, { ...columns, version: sql`version + 1`, updatedAt: getNow() })

  const get = (id: string): StoredResource<Body> | undefined => readRows(select.selectAll().where('id', '=', id))[0]
  const create = (id: string, draft: Body, contentType: string | null = null) => {
    const now = getNow()
    const values = { environment, type, id, contentType, version: 1, createdAt: now, updatedAt: now }
    const query = build.insertInto('resources')
    return write(id, query.values({ ...values, publishedCounter: 0, draft: JSON.stringify(draft) }).returningAll())
  }
  const save = (id: string, draft: Body) => change(id, { draft: JSON.stringify(draft) })

  return {
    get,
    /** One page of the resources that match, sorted by id or the latest changed first. */
    list: (options: {
      readonly ids?: readonly string[] | undefined
      readonly contentType?: string | undefined
      readonly isById?: boolean
      readonly skip: number
      readonly limit: number
    }) => {
      const { ids, contentType, isById = false, skip, limit } = options
      let matching = isById ? select.orderBy('id') : selectLatest
      if (ids) matching = matching.where('id', 'in', ids)
      if (contentType !== undefined) matching = matching.where('contentType', '=', contentType)
      const [count] = all(matching.select(build.fn.countAll().as('total')), countRow)
      return { total: count?.total ?? 0, items: readRows(matching.selectAll().limit(limit).offset(skip)) }
    },
    /** All resources, the latest changed first. Returns the same array until one changes. */
    all: (): readonly StoredResource<Body>[] => {
      const dataVersion = readDataVersion()
      if (cached?.dataVersion !== dataVersion) cached = { resources: readRows(selectLatest.selectAll()), dataVersion }
      return cached.resources
    },
    create,
    save,
    createOrSave: (id: string, draft: Body) => (get(id) ? save(id, draft) : create(id, draft)),
    publish: (id: string) => {
      const now = getNow()
      return change(id, {
        published: sql`draft`,
        publishedVersion: sql`version`,
        publishedAt: now,
        firstPublishedAt: sql`coalesce(firstPublishedAt, ${now})`,
        publishedCounter: sql`publishedCounter + 1`,
      })
    },
    unpublish: (id: string) => change(id, { published: null, publishedVersion: null, publishedAt: null }),
    archive: (id: string) => change(id, { archivedVersion: sql`version`, archivedAt: getNow() }),
    unarchive: (id: string) => change(id, { archivedVersion: null, archivedAt: null }),
    /** Replaces draft and published version without a new version: for clean-up after a field or locale is deleted. */
    rewrite: (id: string, draft: Body, published: Body | null): void => {
      update(id, { draft: JSON.stringify(draft), published: published && JSON.stringify(published) })
    },
    remove: (id: string): void => {
      run(build.deleteFrom('resources').where((where) => where.and({ environment, type, id })))
      cached = undefined
    },
  }
}

const getNow = () => new Date().toISOString()

const countRow = z.object({ total: z.number() })

const parseJson = <Body>({ draft, published, ...row }: ResourceRow): StoredResource<Body> => ({
  ...row,
  draft: JSON.parse(draft),
  published: published === null ? null : JSON.parse(published),
})
