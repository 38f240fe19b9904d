import { extractText } from '#local/shared/extract-text.ts'
import { getValuesAt } from '#local/shared/get-values-at.ts'
import { getMediaTypeGroup, MEDIA_TYPE_GROUPS } from '#local/shared/media-type-group.ts'
import { SORT_COLUMNS, type SortColumn, type SortValue, type ValueCondition } from '#local/store/entity-table.ts'
import type { SearchedText, TextSearch } from '#local/store/search-words.ts'
import type { CompiledField } from './compile-content-type.ts'
import { createInvalidParameterError } from './query-parameters.ts'
import { createWordMatcher, getValueKind, parseSearch, type ValueKind } from './value-filter.ts'

export interface ItemFilter {
  readonly matches: (item: object) => boolean
  /** Exactly the items with these ids match. */
  readonly ids?: readonly string[]
  /** All items that match meet this condition, so that the database can select by it. */
  readonly condition?: ValueCondition
  /** The database selects the items that this search finds. `matches` is true for all of them. */
  readonly search?: TextSearch
}

/** What the items of a list can be filtered and sorted by. Items have `sys`, `fields` and `metadata` in one locale. */
export interface ListSchema {
  /** By path, for example `fields.title`. */
  readonly valueKinds: ReadonlyMap<string, ValueKind>
  /** Filters that were parsed before the others. */
  readonly filters?: readonly ItemFilter[]
  /** Parameters that filter by more than one path. Throw `InvalidQuery` for an invalid value. */
  readonly searches?: Readonly<Record<string, (text: string) => ItemFilter>>
  /** Whether the items keep the given order if the request has no `order`. */
  readonly hasOwnOrder?: boolean
  /** The reason why a path is invalid, to follow the parameter name in a message. `undefined` for the default message. */
  readonly explainMissing?: (path: string) => string | undefined
  /** Properties that `select` accepts, beside `sys`, `metadata` and fields. */
  readonly selectable?: readonly string[]
  /** The values by which the database can sort, by path. */
  readonly sortValues?: ReadonlyMap<string, SortValue>
  /** The content type that all items have; `undefined` if they can have any. */
  readonly contentType?: string | undefined
}

export type ValueKindsByPath = Readonly<Record<string, ValueKind>>

/** Returns the kind of each path. `paths`: those of each kind. */
export const toValueKinds = (paths: Partial<Readonly<Record<ValueKind, readonly string[]>>>): ValueKindsByPath =>
  Object.fromEntries(Object.entries(paths).flatMap(([kind, all]) => all.map((path) => [path, getValueKind(kind)])))

/** Where the database has what a list of entries or assets is filtered and sorted by. */
export interface StoredContent {
  /** The columns of properties of `sys` that have other names than their columns. */
  readonly columns: Readonly<Record<string, SortColumn>>
  /** The locale whose values of a field are read. */
  readonly getLocale: (isLocalized: boolean) => string
  /** Which file names of assets are searched. */
  readonly fileNames: readonly ('fileName' | 'uploadName')[]
}

type SortableField = Pick<CompiledField, 'id' | 'kind' | 'localized'> & Partial<Pick<CompiledField, 'targetType'>>

const SAME_COLUMNS = Object.fromEntries(SORT_COLUMNS.map((column) => [column, column]))

/** Lists what the database can sort by, by path. */
export const createSortValues = (
  { columns, getLocale }: Pick<StoredContent, 'columns' | 'getLocale'>,
  fields: readonly SortableField[],
) =>
  new Map<string, SortValue>([
    ...Object.entries({ ...SAME_COLUMNS, ...columns }).map(([name, column]): [string, SortValue] => [
      `sys.${name}`,
      { column },
    ]),
    ...fields.map(({ id, kind, localized = false, targetType }): [string, SortValue] => {
      const linkType = targetType ?? (kind === 'Date' ? kind : '')
      const path = targetType ? `fields.${id}.sys.id` : `fields.${id}`
      return [path, { field: id, locale: getLocale(localized), linkType }]
    }),
  ])

/** A schema with fixed paths. */
export const createListSchema = (paths: ValueKindsByPath): ListSchema => ({
  valueKinds: new Map(Object.entries(paths)),
})

/** Creates the full-text search `query` of entries or assets, which finds those that contain all words of a text. */
export const createTextSearch =
  (texts: readonly SearchedText[]) =>
  (text: string): ItemFilter => {
    const words = parseSearch(text)
    return { matches: () => true, ...(words.length > 0 && { search: { words, texts } }) }
  }

/** A schema of resources that can be filtered by `name`, and searched for words of name and description. */
export const createNamedListSchema = (sys: ValueKindsByPath): ListSchema => ({
  ...createListSchema({ ...sys, name: 'Symbol' }),
  searches: {
    query: (text) => {
      const matchesWords = createWordMatcher(text)
      const getTexts = (item: object) => ['name', 'description'].flatMap((name) => getValuesAt(item, [name]))
      return { matches: (item) => matchesWords(extractText(getTexts(item))) }
    },
  },
  selectable: ['name', 'description', 'displayField', 'fields'],
})

export const TAG_PATHS: ValueKindsByPath = { 'metadata.tags': 'Opaque', 'metadata.tags.sys.id': 'Symbols' }

export const createAssetListSchema = (sys: ValueKindsByPath, stored: StoredContent): ListSchema => ({
  ...createListSchema({ ...sys, ...TAG_PATHS, ...ASSET_FIELD_PATHS }),
  sortValues: createSortValues(stored, [{ id: 'title', kind: 'Symbol', localized: true }]),
  searches: {
    query: createTextSearch(
      ['title', 'description', ...stored.fileNames].map((field) => {
        return { contentType: '', field, locale: stored.getLocale(true) }
      }),
    ),
    mimetype_group: (group) => {
      if (!MEDIA_TYPE_GROUPS.includes(group))
        throw createInvalidParameterError('mimetype_group', `must be one of ${MEDIA_TYPE_GROUPS.join(', ')}`)
      const getTypes = (item: object) => getValuesAt(item, ['fields', 'file', 'contentType'])
      return { matches: (item) => getTypes(item).some((type) => getMediaTypeGroup(String(type)) === group) }
    },
  },
})

const ASSET_FIELD_PATHS = toValueKinds({
  Symbol: ['fields.title', 'fields.file.fileName', 'fields.file.contentType', 'fields.file.url'],
  Text: ['fields.description'],
  Integer: ['fields.file.details.size'],
  Opaque: ['fields.file'],
})
