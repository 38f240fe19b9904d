import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { LOCAL_SPACE_ID } from '#local/constants.ts'
import { createLink } from '#local/shared/links.ts'
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

/** Resources of one type. A write adds 1 to the version; publishing records the published one (docs/contentful.md, Versions). */
export type ResourceTable<Body> = ReturnType<typeof createResourceTable<Body>>

/** The condition that a resource has the environment and type of a table. */
export const MATCHING = 'environment = :environment AND type = :type'
const COLUMNS = resourceRow.keyof().options.join(', ')

/** Links to the space and the environment: a part of every `sys`. Resources of the space have only the first. */
export interface LocationSys {
  readonly space: ReturnType<typeof createLink<'Space'>>
  readonly environment?: ReturnType<typeof createLink<'Environment'>>
}

/** Resources of one type that are kept in memory. */
const MAX_KEPT = 2_000

/** Opens the table of one type in an environment, or in the environment '' for resources of the space. */
export function createResourceTable<Body>(database: StateDatabase, environment: string, type: string) {
  const readRows = (sql: string, parameters: SqlParameters = {}): readonly StoredResource<Body>[] =>
    database.all(sql, { environment, type, ...parameters }).map((row) => parseJson<Body>(resourceRow.parse(row)))
  /** The resources that were read or written last. A write replaces only its own one. */
  const kept = new LRUCache<string, StoredResource<Body>>({ max: MAX_KEPT })
  let list: readonly StoredResource<Body>[] | undefined
  let otherChanges = 0
  const forgetOtherChanges = () => {
    const count = database.countOtherChanges()
    if (count === otherChanges) return
    otherChanges = count
    kept.clear()
    list = undefined
  }
  /** Runs a query that writes one resource and returns its row. */
  const write = (sql: string, id: string, parameters: SqlParameters): StoredResource<Body> => {
    const [resource] = readRows(`${sql} RETURNING ${COLUMNS}`, { id, now: new Date().toISOString(), ...parameters })
    if (!resource) throw new Error(`There is no ${type} "${id}" to change`)
    kept.set(id, resource)
    list = undefined
    return resource
  }
  /** Updates columns. The expressions read the values from before the update. */
  const update = (id: string, assignments: string, parameters: SqlParameters = {}) =>
    write(`UPDATE resources SET ${assignments} WHERE ${MATCHING} AND id = :id`, id, parameters)
  /** Updates columns and increases the version. */
  const change = (id: string, assignments: string, parameters?: SqlParameters) =>
    update(id, `version = version + 1, updatedAt = :now, ${assignments}`, parameters)

  /** The resources with these ids, in the order of the ids. */
  const getMany = (ids: readonly string[]): readonly StoredResource<Body>[] => {
    forgetOtherChanges()
    const found = new Map(ids.map((id) => [id, kept.get(id)]))
    const missing = ids.filter((id) => found.get(id) === undefined)
    if (missing.length > 0) {
      const listed = 'id IN (SELECT value FROM json_each(:ids))'
      const sql = `SELECT ${COLUMNS} FROM resources WHERE ${MATCHING} AND ${listed}`
      for (const resource of readRows(sql, { ids: JSON.stringify(missing) })) {
        found.set(resource.id, resource)
        kept.set(resource.id, resource)
      }
    }
    return ids.flatMap((id) => found.get(id) ?? [])
  }
  const get = (id: string): StoredResource<Body> | undefined => getMany([id])[0]
  const create = (id: string, draft: Body, contentType: string | null = null) =>
    write(
      `INSERT INTO resources (environment, type, id, contentType, version, createdAt, updatedAt, draft)
      VALUES (:environment, :type, :id, :contentType, 1, :now, :now, :draft)`,
      id,
      { draft: JSON.stringify(draft), contentType },
    )
  const save = (id: string, draft: Body) => change(id, 'draft = :draft', { draft: JSON.stringify(draft) })

  const locationSys: LocationSys = {
    space: createLink('Space', LOCAL_SPACE_ID),
    ...(environment === '' ? {} : { environment: createLink('Environment', environment) }),
  }

  return {
    type,
    locationSys,
    get,
    /** Ids without a resource are left out. */
    getMany,
    /** All resources, the latest changed first; the same array until one changes. For types with few resources, such as locales. */
    all: (): readonly StoredResource<Body>[] => {
      forgetOtherChanges()
      list ??= readRows(`SELECT ${COLUMNS} FROM resources WHERE ${MATCHING} ORDER BY updatedAt DESC, id`)
      return list
    },
    runTransaction: database.runTransaction,
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
      kept.delete(id)
      list = undefined
    },
  }
}

function parseJson<Body>({ draft, published, ...row }: z.output<typeof resourceRow>): StoredResource<Body> {
  const content: Body = JSON.parse(draft)
  if (published === null) return { ...row, draft: content, published }
  return { ...row, draft: content, published: published === draft ? content : JSON.parse(published) }
}
