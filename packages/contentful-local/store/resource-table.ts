import * as z from 'zod'
import type { SqlParameters, StateDatabase } from './database.ts'

/** A row of a resource, without its environment and type. `draft` and `published` are JSON. */
export const resourceRow = z.object({
  id: z.string(),
  /** The content type id of an entry; `null` for other resources. */
  contentType: z.string().nullable(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  publishedVersion: z.number().nullable(),
  publishedAt: z.string().nullable(),
  firstPublishedAt: z.string().nullable(),
  publishedCounter: z.number(),
  archivedVersion: z.number().nullable(),
  archivedAt: z.string().nullable(),
  draft: z.string(),
  published: z.string().nullable(),
})

/** A resource with versions: the draft, and the published version if there is one. */
export type StoredResource<Body> = Readonly<Omit<z.output<typeof resourceRow>, 'draft' | 'published'>> & {
  readonly draft: Body
  readonly published: Body | null
}

/**
 * All resources of one type. Every write increases the version by 1, and publishing records the version that it published
 * (docs/contentful.md, Versions).
 */
export type ResourceTable<Body> = ReturnType<typeof createResourceTable<Body>>

const MATCHING = 'environment = :environment AND type = :type'

/** Opens the table of one type in an environment, or in the environment '' for resources of the space. */
export function createResourceTable<Body>(database: StateDatabase, environment: string, type: string) {
  const readRows = (sql: string, parameters: SqlParameters = {}): readonly StoredResource<Body>[] =>
    database.all(sql, { environment, type, ...parameters }).map((row) => parseJson<Body>(resourceRow.parse(row)))
  let cached: { readonly resources: readonly StoredResource<Body>[]; readonly dataVersion: number } | undefined
  /** Runs a query that writes one resource and returns its row. */
  const write = (sql: string, id: string, parameters: SqlParameters): StoredResource<Body> => {
    const [resource] = readRows(sql, { id, now: new Date().toISOString(), ...parameters })
    if (!resource) throw new Error(`There is no ${type} "${id}" to change`)
    cached = undefined
    return resource
  }
  /** Updates columns. The expressions read the values from before the update. */
  const update = (id: string, assignments: string, parameters: SqlParameters = {}) =>
    write(`UPDATE resources SET ${assignments} WHERE ${MATCHING} AND id = :id RETURNING *`, id, parameters)
  /** Updates columns and increases the version. */
  const change = (id: string, assignments: string, parameters?: SqlParameters) =>
    update(id, `version = version + 1, updatedAt = :now, ${assignments}`, parameters)

  const get = (id: string): StoredResource<Body> | undefined =>
    readRows(`SELECT * FROM resources WHERE ${MATCHING} AND id = :id`, { id })[0]
  const create = (id: string, draft: Body, contentType: string | null = null) =>
    write(
      `INSERT INTO resources (environment, type, id, contentType, version, createdAt, updatedAt, draft)
      VALUES (:environment, :type, :id, :contentType, 1, :now, :now, :draft) RETURNING *`,
      id,
      { draft: JSON.stringify(draft), contentType },
    )
  const save = (id: string, draft: Body) => change(id, 'draft = :draft', { draft: JSON.stringify(draft) })

  return {
    get,
    /** The resources with these ids, in the order of the ids. Ids without a resource are left out. */
    getMany: (ids: readonly string[]): readonly StoredResource<Body>[] => {
      const listed = 'id IN (SELECT value FROM json_each(:ids))'
      const rows = readRows(`SELECT * FROM resources WHERE ${MATCHING} AND ${listed}`, { ids: JSON.stringify(ids) })
      const byId = new Map(rows.map((resource) => [resource.id, resource]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },
    /**
     * All resources, the latest changed first. Returns the same array until one changes. Only for types with few
     * resources, such as content types and locales.
     */
    all: (): readonly StoredResource<Body>[] => {
      const dataVersion = database.readDataVersion()
      if (cached?.dataVersion !== dataVersion) {
        const sql = `SELECT * FROM resources WHERE ${MATCHING} ORDER BY updatedAt DESC, id`
        cached = { resources: readRows(sql), dataVersion }
      }
      return cached.resources
    },
    create,
    save,
    createOrSave: (id: string, draft: Body) => (get(id) ? save(id, draft) : create(id, draft)),
    publish: (id: string) =>
      change(
        id,
        `published = draft, publishedVersion = version, publishedAt = :now,
        firstPublishedAt = coalesce(firstPublishedAt, :now), publishedCounter = publishedCounter + 1`,
      ),
    unpublish: (id: string) => change(id, 'published = NULL, publishedVersion = NULL, publishedAt = NULL'),
    archive: (id: string) => change(id, 'archivedVersion = version, archivedAt = :now'),
    unarchive: (id: string) => change(id, 'archivedVersion = NULL, archivedAt = NULL'),
    /** Replaces draft and published version without a new version: for clean-up after a field or locale is deleted. */
    rewrite: (id: string, draft: Body, published: Body | null): void => {
      const parameters = { draft: JSON.stringify(draft), published: published && JSON.stringify(published) }
      update(id, 'draft = :draft, published = :published', parameters)
    },
    remove: (id: string): void => {
      database.run(`DELETE FROM resources WHERE ${MATCHING} AND id = :id`, { environment, type, id })
      cached = undefined
    },
  }
}

const parseJson = <Body>({ draft, published, ...row }: z.output<typeof resourceRow>): StoredResource<Body> => ({
  ...row,
  draft: JSON.parse(draft),
  published: published === null ? null : JSON.parse(published),
})
