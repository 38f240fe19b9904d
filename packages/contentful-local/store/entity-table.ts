import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { EntityType } from '#local/shared/links.ts'
import type { SqlParameters, StateDatabase } from './database.ts'
import { createResourceTable, type StoredResource } from './resource-table.ts'

/** The values of an entry or asset: field → locale → value. */
export type FieldValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>
export const fieldValuesSchema: z.ZodType<FieldValues> = z.record(z.string(), z.record(z.string(), z.unknown()))

/** The content of an entry or asset. */
export interface EntityContent {
  readonly fields: FieldValues
  /** Ids of its tags. */
  readonly tags: readonly string[]
}

/** An entry or asset: its content, as draft and as published. */
export type StoredEntity = StoredResource<EntityContent>

/**
 * Which version of the content a request reads: all drafts, those that are not archived, or what is published. Published
 * resources cannot be archived.
 */
export type ContentVersion = 'draft' | 'preview' | 'published'

/** A condition that resources have a value, a link or a tag, in any locale. */
export interface ValueCondition {
  /** '' for texts, numbers and booleans. */
  readonly linkTypes: readonly ('' | EntityType | 'Tag')[]
  /** One of these: values, or ids of linked resources. */
  readonly values: readonly unknown[]
  /** The field; absent: any. */
  readonly field?: string | undefined
}

/** What entries or assets are selected by. The conditions are answered by indexes. */
export interface EntitySelection {
  readonly version: ContentVersion
  /** The content type of the entries. */
  readonly contentType?: string | undefined
  readonly ids?: readonly string[] | undefined
  /** Conditions that all hold. */
  readonly values?: readonly ValueCondition[] | undefined
  /** Default: by id. `latest`: the latest changed or published first, then by id. */
  readonly order?: 'latest' | 'id' | 'newest-publication'
}

/** The part of a list that is read. */
export interface PageRange {
  readonly skip: number
  readonly limit: number
}

/** Resources that are in memory at the same time while a whole list is read. */
const CHUNK_LENGTH = 500

/** The entries or the assets of an environment. */
export type EntityTable = ReturnType<typeof createEntityTable>

/** Opens the entries or the assets of an environment. */
export function createEntityTable(database: StateDatabase, environment: string, type: EntityType) {
  const table = createResourceTable<EntityContent>(database, environment, type)
  const select = (columns: string, selection: EntitySelection, end = '', page: SqlParameters = {}) => {
    const { from, parameters } = createSource(selection)
    return database.all(`SELECT ${columns} FROM ${from} ${end}`, { environment, type, ...parameters, ...page })
  }
  const listIds = (selection: EntitySelection, page: Partial<PageRange> = {}): readonly string[] => {
    const end = `ORDER BY ${createOrder(selection)} LIMIT :limit OFFSET :skip`
    return select('id', selection, end, { skip: 0, limit: -1, ...page }).map(({ id }) => String(id))
  }
  /** Returns the resources of a selection one by one, in its order. They may be changed meanwhile. */
  function* iterate(selection: EntitySelection) {
    const ids = listIds(selection)
    const isKept = ids.length <= CHUNK_LENGTH // more would push all others out of memory
    for (let index = 0; index < ids.length; index += CHUNK_LENGTH)
      yield* table.getMany(ids.slice(index, index + CHUNK_LENGTH), { isKept })
  }
  return {
    ...table,
    /** The number of resources in a selection. */
    count: (selection: EntitySelection): number => Number(select('count(*) AS total', selection)[0]?.total),
    /** Ids of the resources in a selection, or of one page of them, in its order. */
    listIds,
    iterate,
    /** Rewrites the fields of drafts and published versions, without new versions: all, or those of a content type. */
    rewriteFields: (transform: (fields: FieldValues) => FieldValues, contentType?: string): void => {
      const rewrite = (content: EntityContent): EntityContent => ({ ...content, fields: transform(content.fields) })
      for (const { id, draft, published } of iterate({ version: 'draft', contentType })) {
        const rewritten = [rewrite(draft), published && rewrite(published)] as const
        if (!isDeepStrictEqual(rewritten, [draft, published])) table.rewrite(id, ...rewritten)
      }
    },
  }
}

const createOrder = ({ order = 'id', version }: EntitySelection) => {
  if (order === 'id') return 'id'
  if (order === 'newest-publication') return 'coalesce(publishedAt, updatedAt) DESC, id'
  return `${version === 'published' ? 'publishedAt' : 'updatedAt'} DESC, id`
}

/** Creates the table and the conditions of a selection. `+` keeps SQLite from an index of all values of a type. */
function createSource({ version, contentType, ids, values = [] }: EntitySelection) {
  const conditions = [
    'environment = :environment AND type = :type',
    version === 'published' && 'publishedAt IS NOT NULL',
    version === 'preview' && 'archivedAt IS NULL',
    contentType !== undefined && 'contentType = :contentType',
    ids && 'id IN (SELECT value FROM json_each(:ids))',
    ...values.map(
      ({ field }, index) => `id IN (
        SELECT id FROM fieldValues
        WHERE environment = :environment AND version = :version AND +type = :type
          AND value IN (SELECT value FROM json_each(:values, '$[${index}].values'))
          AND linkType IN (SELECT value FROM json_each(:values, '$[${index}].linkTypes'))
          ${field === undefined ? '' : `AND field = :values ->> '$[${index}].field'`})`,
    ),
  ].filter((condition) => condition)
  const index = ids || values.length > 0 ? 'INDEXED BY sqlite_autoindex_resources_1' : ''
  return {
    from: `resources ${index} WHERE ${conditions.join(' AND ')}`,
    parameters: {
      version: version === 'published' ? 'published' : 'draft',
      contentType: contentType ?? null,
      ids: JSON.stringify(ids ?? []),
      values: JSON.stringify(values),
    },
  }
}
