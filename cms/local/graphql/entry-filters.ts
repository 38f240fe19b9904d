import { GraphQLBoolean } from 'graphql'
import { isLink } from '#local/links.ts'
import type { SourceAssetFile } from './content-source.ts'
import { type ContentTypeDefinition, type FieldDefinition, getDeliveredFields } from './content-type-definition.ts'
import { isLinkListField } from './entry-types.ts'
import { createOrderType, type SortableFields } from './field-order.ts'
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
import { getLinkFieldTarget, type LinkFieldTarget, type SchemaParts } from './schema-parts.ts'

/** Criteria of a content type that do not follow links. Their names contain the unchanged field id. */
export const createEntryCriteria = (contentType: ContentTypeDefinition): FilterCriteria => ({
  ...commonCriteria,
  ...Object.assign({}, ...getDeliveredFields(contentType).map(createFieldCriteria)),
})

const CRITERIA_BY_TYPE: Readonly<Record<string, (name: string, read: ReadValue) => FilterCriteria>> = {
  Symbol: createTextCriteria,
  Text: createTextCriteria,
  Integer: createIntegerCriteria,
  Number: createFloatCriteria,
  Boolean: createBooleanCriteria,
  Date: createDateCriteria,
  RichText: createRichTextCriteria,
}

function createFieldCriteria(field: FieldDefinition): FilterCriteria {
  const { id, type, items } = field
  const createCriteria =
    type === 'Array' && items?.type === 'Symbol'
      ? createTextListCriteria
      : (CRITERIA_BY_TYPE[type] ?? createExistsCriteria)
  return createCriteria(isLinkListField(field) ? `${id}Collection` : id, readField(id))
}

const readField =
  (id: string): ReadValue =>
  (node) =>
    node.kind === 'Entry' ? node.item.fields[id] : null

/** Criteria of a content type that apply to linked entries, for link fields that allow certain content types. */
export function createLinkCriteria(
  contentType: ContentTypeDefinition,
  parts: SchemaParts,
  getMultiTypeFilter: GetMultiTypeFilter,
): FilterCriteria {
  return Object.fromEntries(
    getDeliveredFields(contentType).flatMap((field) => {
      const { types, isUnion } = getTargetTypes(field, parts)
      const [target] = types
      if (!target) return []
      return [
        [field.id, createLinkedEntryCriterion(field.id, isUnion ? getMultiTypeFilter(field.id) : target.nestedFilter)],
      ]
    }),
  )
}

/** Matches if the filter matches one of the linked entries. */
const createLinkedEntryCriterion = (id: string, filter: GraphqlFilter): FilterCriteria[string] => ({
  type: filter.type,
  matches: (node, argument, context) => {
    const value = node.kind === 'Entry' ? node.item.fields[id] : undefined
    return [value].flat().some((link) => {
      const target = isLink(link) ? findLinkedNode(link.sys, node.view, context) : undefined
      return target !== undefined && isWhereArgument(argument) && matchesFilter(filter, target, argument, context)
    })
  },
})

/** Returns the filter of link fields with this id that allow several content types. */
export type GetMultiTypeFilter = (fieldId: string) => GraphqlFilter

/** The filter's name contains only the field id, so its criteria are those that all targets of all such fields share. */
export function createMultiTypeFilters(parts: SchemaParts): GetMultiTypeFilter {
  const filters = new Map<string, GraphqlFilter>()
  return (fieldId) => {
    const filter =
      filters.get(fieldId) ??
      createFilter(getMultiTypeFilterName(fieldId), () => getSharedCriteria(getNestedFilters(fieldId)))
    filters.set(fieldId, filter)
    return filter
  }
  function getNestedFilters(fieldId: string): readonly GraphqlFilter[] {
    const targets = [...parts.types.values()].flatMap(({ contentType }) => {
      const field = getDeliveredFields(contentType).find(({ id }) => id === fieldId)
      const { types, isUnion } = field ? getTargetTypes(field, parts) : NO_TARGETS
      return isUnion ? types : []
    })
    return [...new Set(targets.map(({ nestedFilter }) => nestedFilter))]
  }
}

function getTargetTypes(field: FieldDefinition, parts: SchemaParts) {
  if (field.type !== 'Link' && !isLinkListField(field)) return NO_TARGETS
  const target = getLinkFieldTarget(field, parts)
  return typeof target === 'string' ? NO_TARGETS : target
}

const NO_TARGETS: Exclude<LinkFieldTarget, string> = { types: [], isUnion: false }

const SORTABLE_TYPES = ['Symbol', 'Integer', 'Number', 'Boolean', 'Date']

/** Fields that entries can be sorted by: not Text, RichText, lists, links and objects (docs/contentful.md, Order). */
export const getSortableFields = (contentType: ContentTypeDefinition): SortableFields =>
  Object.fromEntries(
    getDeliveredFields(contentType)
      .filter(({ type }) => SORTABLE_TYPES.includes(type))
      .map(({ id, type }) => [id, type === 'Date' ? readTimestamp(readField(id)) : readField(id)]),
  )

const readTimestamp =
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
  tags: createInnerCriterion(TagsFilter),
  tags_exists: { type: GraphQLBoolean, matches: ({ item }, argument) => item.tags.length > 0 === argument },
}))

/** Criteria of all entries and assets. */
const commonCriteria: FilterCriteria = {
  sys: createInnerCriterion(SysFilter),
  contentfulMetadata: createInnerCriterion(MetadataFilter),
}

/** A criterion that is a filter of the same entry or asset. */
function createInnerCriterion(filter: GraphqlFilter): FilterCriteria[string] {
  return {
    type: filter.type,
    matches: (node, argument, context) => isWhereArgument(argument) && matchesFilter(filter, node, argument, context),
  }
}

/** The filter of entries of all types. */
export const EntryFilter = createFilter('EntryFilter', () => commonCriteria)

/** The order of entries of all types. */
export const EntryOrder = createOrderType('EntryOrder', {})

const readFile =
  (getValue: (file: SourceAssetFile) => unknown): ReadValue =>
  (node) =>
    node.kind === 'Asset' && node.item.file ? getValue(node.item.file) : null

const readAsset =
  (name: 'title' | 'description'): ReadValue =>
  (node) =>
    node.kind === 'Asset' ? node.item[name] : null

const FILE_FIELDS = {
  url: readFile((file) => file.url),
  size: readFile((file) => file.size),
  contentType: readFile((file) => file.contentType),
  fileName: readFile((file) => file.fileName),
  width: readFile((file) => file.width),
  height: readFile((file) => file.height),
} as const

/** The filter of assets. */
export const AssetFilter = createFilter('AssetFilter', () => ({
  ...commonCriteria,
  ...createTextCriteria('title', readAsset('title')),
  ...createTextCriteria('description', readAsset('description')),
  ...createTextCriteria('url', FILE_FIELDS.url),
  ...createIntegerCriteria('size', FILE_FIELDS.size),
  ...createTextCriteria('contentType', FILE_FIELDS.contentType),
  ...createTextCriteria('fileName', FILE_FIELDS.fileName),
  ...createIntegerCriteria('width', FILE_FIELDS.width),
  ...createIntegerCriteria('height', FILE_FIELDS.height),
}))

/** The order of assets. */
export const AssetOrder = createOrderType('AssetOrder', FILE_FIELDS)
