import { GraphQLBoolean } from 'graphql'
import { isLink } from '#cms/links.ts'
import type { SourceAssetFile } from './content-source.ts'
import { type ContentTypeDefinition, type FieldDefinition, getDeliveredFields } from './content-type-definition.ts'
import { isLinkListField } from './entry-fields.ts'
import { createOrderType, type SortableFields } from './field-arguments.ts'
import {
  createBooleanCriteria,
  createContainsCriteria,
  createDateCriteria,
  createExistsCriteria,
  createFloatCriteria,
  createIntegerCriteria,
  createRichTextCriteria,
  createTextCriteria,
  createTextListCriteria,
  type ReadValue,
  toTimestamp,
} from './filter-criteria.ts'
import {
  createFilter,
  createInnerFilter,
  type FilterCriteria,
  type GraphqlFilter,
  getSharedCriteria,
  isWhereArgument,
  matchesFilter,
} from './graphql-filter.ts'
import { findLinkedNode } from './resolve-links.ts'
import { getMultiTypeFilterName } from './schema-names.ts'
import { type EntryTypeParts, getLinkFieldTarget, type SchemaParts } from './schema-parts.ts'

/** What entries can be filtered by without following a link. Names keep the field's id as it is. */
export const createEntryCriteria = (contentType: ContentTypeDefinition): FilterCriteria => ({
  ...commonCriteria,
  ...Object.assign({}, ...getDeliveredFields(contentType).map(fieldCriteria)),
})

const KINDS: Readonly<Record<string, (name: string, read: ReadValue) => FilterCriteria>> = {
  Symbol: createTextCriteria,
  Text: createTextCriteria,
  Integer: createIntegerCriteria,
  Number: createFloatCriteria,
  Boolean: createBooleanCriteria,
  Date: createDateCriteria,
  RichText: createRichTextCriteria,
}

function fieldCriteria(field: FieldDefinition): FilterCriteria {
  const { id, type, items } = field
  const kind =
    type === 'Array' && items?.type === 'Symbol' ? createTextListCriteria : (KINDS[type] ?? createExistsCriteria)
  return kind(isLinkListField(field) ? `${id}Collection` : id, fieldOf(id))
}

const fieldOf =
  (id: string): ReadValue =>
  (node) =>
    node.kind === 'Entry' ? node.item.fields[id] : null

/** What entries can be filtered by that their links lead to: fields whose targets are known. */
export function createLinkCriteria(
  contentType: ContentTypeDefinition,
  parts: SchemaParts,
  multiType: GetMultiTypeFilter,
): FilterCriteria {
  return Object.fromEntries(
    getDeliveredFields(contentType).flatMap((field) => {
      const targets = typedTargets(contentType, field, parts)
      const [one, ...others] = targets
      if (!one) return []
      return [[field.id, following(field.id, others.length > 0 ? multiType(field.id) : one.nestedFilter)]]
    }),
  )
}

/** Holds where one of the linked entries passes. */
const following = (id: string, filter: GraphqlFilter): FilterCriteria[string] => ({
  type: filter.type,
  matches: (node, wanted, context) => {
    const value = node.kind === 'Entry' ? node.item.fields[id] : undefined
    return [value].flat().some((link) => {
      const target = isLink(link) ? findLinkedNode(link.sys, node.preview, context) : undefined
      return target !== undefined && isWhereArgument(wanted) && matchesFilter(filter, target, wanted, context)
    })
  },
})

/** The filter of what fields with this id lead to, where that is of several types. */
export type GetMultiTypeFilter = (fieldId: string) => GraphqlFilter

/** Its name says the field's id only: what can be asked is what all targets of all such fields have. */
export function createMultiTypeFilters(parts: SchemaParts): GetMultiTypeFilter {
  const made = new Map<string, GraphqlFilter>()
  return (fieldId) => {
    const found =
      made.get(fieldId) ?? createFilter(getMultiTypeFilterName(fieldId), () => getSharedCriteria(nested(fieldId)))
    made.set(fieldId, found)
    return found
  }
  function nested(fieldId: string): readonly GraphqlFilter[] {
    const targets = [...parts.types.values()].flatMap(({ contentType }) => {
      const field = getDeliveredFields(contentType).find(({ id }) => id === fieldId)
      const found = field ? typedTargets(contentType, field, parts) : []
      return found.length > 1 ? found : []
    })
    return [...new Set(targets.map(({ nestedFilter }) => nestedFilter))]
  }
}

function typedTargets(
  contentType: ContentTypeDefinition,
  field: FieldDefinition,
  parts: SchemaParts,
): readonly EntryTypeParts[] {
  if (field.type !== 'Link' && !isLinkListField(field)) return []
  const target = getLinkFieldTarget(contentType, field, parts)
  return typeof target === 'string' ? [] : target
}

const SORTABLE = ['Symbol', 'Integer', 'Number', 'Boolean', 'Date']

/** What entries can be ordered by: neither Text nor RichText, lists, links or objects (docs/contentful.md, Order). */
export const getSortableFields = (contentType: ContentTypeDefinition): SortableFields =>
  Object.fromEntries(
    getDeliveredFields(contentType)
      .filter(({ type }) => SORTABLE.includes(type))
      .map(({ id, type }) => [id, type === 'Date' ? momentOf(fieldOf(id)) : fieldOf(id)]),
  )

const momentOf =
  (read: ReadValue): ReadValue =>
  (node) =>
    toTimestamp(read(node))

const SysFilter = createInnerFilter('SysFilter', () => ({
  ...createTextCriteria('id', ({ item }) => item.id),
  ...createDateCriteria('publishedAt', ({ item }) => item.publishedAt),
  ...createDateCriteria('firstPublishedAt', ({ item }) => item.firstPublishedAt),
  ...createFloatCriteria('publishedVersion', ({ item }) => item.publishedVersion),
}))

const TagsFilter = createInnerFilter('ContentfulMetadataTagsFilter', () =>
  createContainsCriteria('id', ({ item }) => item.tags.map(({ id }) => id)),
)

const MetadataFilter = createInnerFilter('ContentfulMetadataFilter', () => ({
  tags: nested(TagsFilter),
  tags_exists: { type: GraphQLBoolean, matches: ({ item }, wanted) => item.tags.length > 0 === wanted },
}))

/** What can be asked of every entry and every asset. */
const commonCriteria: FilterCriteria = { sys: nested(SysFilter), contentfulMetadata: nested(MetadataFilter) }

/** A filter inside another one, of the same entry or asset. */
function nested(filter: GraphqlFilter): FilterCriteria[string] {
  return {
    type: filter.type,
    matches: (node, wanted, context) => isWhereArgument(wanted) && matchesFilter(filter, node, wanted, context),
  }
}

export const EntryFilter = createFilter('EntryFilter', () => commonCriteria)

export const EntryOrder = createOrderType('EntryOrder', {})

const ofFile =
  (value: (file: SourceAssetFile) => unknown): ReadValue =>
  (node) =>
    node.kind === 'Asset' && node.item.file ? value(node.item.file) : null

const ofAsset =
  (name: 'title' | 'description'): ReadValue =>
  (node) =>
    node.kind === 'Asset' ? node.item[name] : null

const FILE = {
  url: ofFile((file) => file.url),
  size: ofFile((file) => file.size),
  contentType: ofFile((file) => file.contentType),
  fileName: ofFile((file) => file.fileName),
  width: ofFile((file) => file.width),
  height: ofFile((file) => file.height),
} as const

export const AssetFilter = createFilter('AssetFilter', () => ({
  ...commonCriteria,
  ...createTextCriteria('title', ofAsset('title')),
  ...createTextCriteria('description', ofAsset('description')),
  ...createTextCriteria('url', FILE.url),
  ...createIntegerCriteria('size', FILE.size),
  ...createTextCriteria('contentType', FILE.contentType),
  ...createTextCriteria('fileName', FILE.fileName),
  ...createIntegerCriteria('width', FILE.width),
  ...createIntegerCriteria('height', FILE.height),
}))

export const AssetOrder = createOrderType('AssetOrder', FILE)
