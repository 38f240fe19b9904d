import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import type { EntityType } from '#local/shared/links.ts'
import type { SqlParameters, StateDatabase } from './database.ts'
import { createResourceTable, MATCHING, resourceRow, type StoredResource } from './resource-table.ts'
import { createSearchQuery, type TextSearch } from './search-words.ts'
import { IS_LINK } from './tables.ts'

/** The values of an entry or asset: field → locale → value. */
export type FieldValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>
export const fieldValuesSchema: z.ZodType<FieldValues> = z.record(z.string(), z.record(z.string(), z.unknown()))

export interface EntityContent {
  readonly fields: FieldValues
  /** Ids of its tags. */
  readonly tags: readonly string[]
}

/** An entry or asset: its content, as draft and as published. */
export type StoredEntity = StoredResource<EntityContent>

/** Which content a request reads: all drafts, those not archived, or what is published, which cannot be archived. */
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

/** A property of entries and assets that is a column. */
export type SortColumn = (typeof SORT_COLUMNS)[number]
export const SORT_COLUMNS = resourceRow.keyof().exclude(['draft', 'published']).options

/** What lists can be sorted by: a column, or the values of a field in one locale. */
export type SortValue =
  | { readonly column: SortColumn }
  | {
      readonly field: string
      readonly locale: string
      /** '', or the link type of a field with links. `Date` sorts dates by their time. */
      readonly linkType: string
    }

/** What entries or assets are selected by. The conditions are answered by indexes. */
export interface EntitySelection {
  readonly version: ContentVersion
  /** The content type of the entries. */
  readonly contentType?: string | undefined
  readonly ids?: readonly string[] | undefined
  /** Conditions that all hold. */
  readonly values?: readonly ValueCondition[] | undefined
  readonly search?: TextSearch | undefined
  /** Resources without a value come last. A field of entries needs their content type. */
  readonly sortedBy?: (SortValue & { readonly isDescending: boolean }) | undefined
  /** The order of items with the same value. Default: by id. `latest`: the latest changed or published first, then by id. */
  readonly order?: 'latest' | 'id' | 'newest-publication'
}

/** The part of a list that is read. */
export interface PageRange {
  readonly skip: number
  readonly limit: number
}

/** Resources that are in memory at the same time while a whole list is read. */
const CHUNK_LENGTH = 500

export type EntityTable = ReturnType<typeof createEntityTable>

/** Opens the entries or the assets of an environment. */
export function createEntityTable(database: StateDatabase, environment: string, type: EntityType) {
  const table = createResourceTable<EntityContent>(database, environment, type)
  const select = (columns: string, from: string, selection: EntitySelection, more: SqlParameters = {}) =>
    database.all(`SELECT ${columns} FROM ${from}`, {
      environment,
      type,
      ...createParameters(environment, selection),
      ...more,
    })
  const listIds = (selection: EntitySelection, page: Partial<PageRange> = {}): readonly string[] => {
    const range = { skip: 0, limit: Number.MAX_SAFE_INTEGER, ...page }
    const { sortedBy } = selection
    const list = (from: string, { skip, limit }: PageRange, offset = ':skip') =>
      select('id', `${from} LIMIT :limit OFFSET ${offset}`, selection, { skip, limit }).map(({ id }) => String(id))
    const source = createSource(selection)
    const order = createOrder(selection, 'resources')
    if (!sortedBy) return list(`${source} ORDER BY ${order}`, range)
    const direction = sortedBy.isDescending ? 'DESC' : 'ASC'
    if ('column' in sortedBy && sortedBy.column === 'id') return list(`${source} ORDER BY id ${direction}`, range)
    if ('column' in sortedBy)
      return list(`${source} ORDER BY ${sortedBy.column} ${direction} NULLS LAST, ${order}`, range)
    const withValue = createSortedSource(selection)
    const sortedOrder = `ORDER BY value ${direction}, ${createOrder(selection, 'fieldValues')}`
    // Rows are sorted by their times from the value of the first row of the page on. The index alone skips the others.
    const withFirstValue = (operator: string) =>
      `${withValue} AND value ${operator} (SELECT value FROM ${withValue} ORDER BY value ${direction} LIMIT 1 OFFSET :skip)`
    const [before, from] = sortedBy.isDescending ? ['>', '<='] : ['<', '>=']
    const ids =
      range.skip === 0
        ? list(`${withValue} ${sortedOrder}`, range)
        : list(
            `${withFirstValue(from)} ${sortedOrder}`,
            range,
            `:skip - (SELECT count(*) FROM ${withFirstValue(before)})`,
          )
    if (ids.length === range.limit) return ids
    const countWithValue = Number(select('count(*) AS total', withValue, selection)[0]?.total)
    const rest = { skip: Math.max(0, range.skip - countWithValue), limit: range.limit - ids.length }
    return [...ids, ...list(`${source} AND id NOT IN (SELECT id FROM ${withValue}) ORDER BY ${order}`, rest)]
  }
  /** Returns the resources of a selection one by one, in its order. They may be changed meanwhile. */
  function* iterate(selection: EntitySelection) {
    const ids = listIds(selection)
    for (let index = 0; index < ids.length; index += CHUNK_LENGTH)
      yield* table.getMany(ids.slice(index, index + CHUNK_LENGTH))
  }
  return {
    ...table,
    count: (selection: EntitySelection): number => {
      const from = isOnlySearch(selection) ? selectFound(selection) : createSource(selection)
      return Number(select('count(*) AS total', from, selection)[0]?.total)
    },
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

/** The order of items without a value to sort by, or with the same value. */
function createOrder({ order = 'id', version }: EntitySelection, table: 'resources' | 'fieldValues'): string {
  if (order === 'id') return 'id'
  const latest = version === 'published' ? 'publishedAt' : 'updatedAt'
  const time = order === 'latest' ? latest : 'coalesce(publishedAt, updatedAt)'
  if (table === 'resources') return `${time} DESC, id`
  const resource = `resources INDEXED BY timesOfResources WHERE ${MATCHING} AND id = fieldValues.id`
  return `(SELECT ${time} FROM ${resource}) DESC, id`
}

/** Creates the table and the conditions of a selection. `+` keeps SQLite from reading each of many hits by its key. */
function createSource(selection: EntitySelection): string {
  const { version, contentType, ids, values = [], search } = selection
  const conditions = [
    MATCHING,
    version === 'published' && 'publishedAt IS NOT NULL',
    version === 'preview' && 'archivedAt IS NULL',
    contentType !== undefined && 'contentType = :contentType',
    ids && 'id IN (SELECT value FROM json_each(:ids))',
    ...values.map(({ field }, index) => createValueCondition(field, contentType, index)),
    search && `+key IN (SELECT rowid FROM ${selectFound(selection)})`,
  ].filter((condition) => condition)
  const index = ids || values.length > 0 ? 'INDEXED BY sqlite_autoindex_resources_1' : ''
  return `resources ${index} WHERE ${conditions.join(' AND ')}`
}

/** The condition of a value. Without a field, it is that of a link or tag. */
const createValueCondition = (field: string | undefined, contentType: string | undefined, index: number) => `
  id IN (
    SELECT id FROM fieldValues
    WHERE environment = :environment AND version = :stored
      AND ${contentType === undefined ? "(contentType = '') = (:type = 'Asset')" : `contentType = :contentType`}
      AND ${field === undefined ? IS_LINK : `field = :values ->> '$[${index}].field'`}
      AND linkType IN (SELECT value FROM json_each(:values, '$[${index}].linkTypes'))
      AND value IN (SELECT value FROM json_each(:values, '$[${index}].values')))`

/** The resources that a search finds, of all environments and types that it names. */
const selectFound = ({ version, search }: EntitySelection) => {
  if (search?.texts.length === 0) return 'resources WHERE FALSE'
  const table = version === 'published' ? 'publishedWords' : 'draftWords'
  return `${table} WHERE ${table} MATCH :search`
}

/** Whether a search alone selects the resources: it names their content types. */
const isOnlySearch = ({ version, ids, values = [], search }: EntitySelection) =>
  search !== undefined && version !== 'preview' && !ids && values.length === 0

/** The values of the field that a selection is sorted by. */
function createSortedSource(selection: EntitySelection): string {
  const { version, ids, values = [], search } = selection
  const conditions = [
    'environment = :environment AND version = :stored AND contentType = :contentType',
    'field = :field AND linkType = :linkType AND locale = :locale',
    (ids || search || values.length > 0) && `id IN (SELECT id FROM ${createSource(selection)})`,
    version === 'preview' && `id NOT IN (SELECT id FROM resources WHERE ${MATCHING} AND archivedAt IS NOT NULL)`,
  ].filter((condition) => condition)
  return `fieldValues WHERE ${conditions.join(' AND ')}`
}

function createParameters(environment: string, selection: EntitySelection): SqlParameters {
  const { version, contentType = '', ids = [], values = [], search, sortedBy } = selection
  const { field = null, locale = null, linkType = null } = sortedBy && 'field' in sortedBy ? sortedBy : {}
  return {
    stored: version === 'published' ? 'published' : 'draft',
    contentType,
    ids: JSON.stringify(ids),
    values: JSON.stringify(values),
    search: search ? createSearchQuery(environment, search) : null,
    ...{ field, locale, linkType },
  }
}
