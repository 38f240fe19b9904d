import { findLinks, type LinkType } from '#local/links.ts'
import { compileContentType } from './compile-content-type.ts'
import type { ContentTypeDefinition } from './content-type-definition.ts'
import type { ItemFilter } from './item-filter.ts'
import { getMediaTypeGroup, MEDIA_TYPE_GROUPS } from './media-type-group.ts'
import { createInvalidParameterError, getValuesAt, type QueryParameters } from './query-parameters.ts'
import { type FindEntryIds, takeReferenceFilters } from './reference-filters.ts'
import { createWordMatcher, extractText, type ValueKind } from './value-filter.ts'

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
  /** The content type that all items have; `undefined` if they can have any. */
  readonly contentType?: string | undefined
}

/** Value kinds by path. */
export type ValueKindsByPath = Readonly<Record<string, ValueKind>>

/** A schema with fixed paths. */
export const createListSchema = (paths: ValueKindsByPath): ListSchema => ({
  valueKinds: new Map(Object.entries(paths)),
})

/** The full-text search `query`: matches items that contain all words of the text at these paths. */
const createTextSearch = (getPaths: (item: object) => readonly string[]) => ({
  query: (text: string): ItemFilter => {
    const matchesWords = createWordMatcher(text)
    const getTexts = (item: object) => getPaths(item).flatMap((path) => getValuesAt(item, path.split('.')))
    return { matches: (item) => matchesWords(extractText(getTexts(item))) }
  },
})

/** A schema of resources that can be filtered by `name`, and searched for words of name and description. */
export const createNamedListSchema = (sys: ValueKindsByPath): ListSchema => ({
  ...createListSchema({ ...sys, name: 'Symbol' }),
  searches: createTextSearch(() => ['name', 'description']),
  selectable: ['name', 'description', 'displayField', 'fields'],
})

const TAG_PATHS: ValueKindsByPath = { 'metadata.tags': 'Opaque', 'metadata.tags.sys.id': 'Symbols' }

/**
 * The schema of entries. Takes the parameter `content_type`, which is needed to filter by fields, and the searches on
 * references, whose entries `findIds` finds by a query of their own. Throws if there is no such content type.
 */
export function createEntryListSchema(
  sys: ValueKindsByPath,
  parameters: QueryParameters,
  contentTypes: readonly ContentTypeDefinition[],
  findIds: FindEntryIds,
): ListSchema {
  const typesById = new Map(contentTypes.map((type) => [type.id, type]))
  const contentType = parameters.take('content_type')
  const definition = typesById.get(contentType ?? '')
  if (contentType !== undefined && !definition) {
    const errors = [{ name: 'unknownContentType', value: contentType }]
    throw createInvalidParameterError('content_type', `is "${contentType}": there is no such content type`, { errors })
  }
  const compiled = definition && compileContentType(definition)
  const { valueKinds } = createListSchema({ ...sys, 'sys.contentType.sys.id': 'Symbol', ...TAG_PATHS })
  return {
    contentType,
    filters: compiled ? takeReferenceFilters(parameters, compiled, findIds) : [],
    valueKinds: new Map([...valueKinds, ...(compiled?.valueKinds ?? [])]),
    searches: {
      ...createTextSearch((item) => {
        const type = typesById.get(String(getValuesAt(item, ['sys', 'contentType', 'sys', 'id'])[0]))
        return type ? compileContentType(type).textPaths : []
      }),
      links_to_entry: (id) => createLinkFilter('Entry', id),
      links_to_asset: (id) => createLinkFilter('Asset', id),
    },
    explainMissing: (path) => {
      if (!path.startsWith('fields.')) return undefined
      if (!compiled) return 'is a field: that needs the parameter "content_type" too'
      const [, reference] = /^(fields\.[^.]+)\.fields\./.exec(path) ?? []
      if (reference) return `searches a reference: that needs the parameter "${reference}.sys.contentType.sys.id" too`
      return `is not in the content type "${compiled.id}": "${path.slice('fields.'.length)}"`
    },
  }
}

const createLinkFilter = (linkType: LinkType, id: string): ItemFilter => ({
  matches: (item) =>
    findLinks(getValuesAt(item, ['fields'])).some(({ sys }) => sys.linkType === linkType && sys.id === id),
  condition: { linkTypes: [linkType], values: [id] },
})

/** The schema of assets. */
export const createAssetListSchema = (sys: ValueKindsByPath): ListSchema => ({
  ...createListSchema({ ...sys, ...TAG_PATHS, ...ASSET_FIELD_PATHS }),
  searches: {
    ...createTextSearch(() => ['fields.title', 'fields.description', 'fields.file.fileName']),
    mimetype_group: (group) => {
      if (!MEDIA_TYPE_GROUPS.includes(group))
        throw createInvalidParameterError('mimetype_group', `must be one of ${MEDIA_TYPE_GROUPS.join(', ')}`)
      const getTypes = (item: object) => getValuesAt(item, ['fields', 'file', 'contentType'])
      return { matches: (item) => getTypes(item).some((type) => getMediaTypeGroup(String(type)) === group) }
    },
  },
})

const ASSET_FIELD_PATHS: ValueKindsByPath = {
  'fields.title': 'Symbol',
  'fields.description': 'Text',
  'fields.file': 'Opaque',
  'fields.file.fileName': 'Symbol',
  'fields.file.contentType': 'Symbol',
  'fields.file.url': 'Symbol',
  'fields.file.details.size': 'Integer',
}
