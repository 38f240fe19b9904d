import type { ContentNode, SourceAssetFile } from '#local/graphql/content-source.ts'
import { createOrderType, type SortableFields } from '#local/graphql/field-arguments.ts'
import { findLinkedNode } from '#local/graphql/resolve-links.ts'
import { getMultiTypeFilterName } from '#local/graphql/schema-names.ts'
import { getLinkFieldTarget, type SchemaParts } from '#local/graphql/schema-parts.ts'
import { isLink } from '#local/links.ts'
import type { CompiledContentType, CompiledField } from './compile-content-type.ts'
import {
  createCriteria,
  createFilter,
  createInnerCriterion,
  createNodePredicate,
  type FilterCriteria,
  type GraphqlFilter,
  getSharedCriteria,
  type NodeValue,
} from './graphql-filter.ts'
import { isSortable } from './value-filter.ts'

const toNodeValue = ({ id, kind }: CompiledField): NodeValue => ({
  kind,
  read: (node) => (node.kind === 'Entry' ? node.item.fields[id] : null),
})

/** Criteria of a content type that do not follow links. Their names contain the unchanged field id. */
export const createEntryCriteria = ({ deliveredFields }: CompiledContentType): FilterCriteria => ({
  ...commonCriteria,
  ...Object.assign(
    {},
    ...deliveredFields.map((field) =>
      createCriteria(field.isLinkList ? `${field.id}Collection` : field.id, toNodeValue(field)),
    ),
  ),
})

/** Fields that entries can be sorted by: not Text, RichText, lists, links and objects (docs/contentful.md, Order). */
export const getSortableFields = ({ deliveredFields }: CompiledContentType): SortableFields =>
  Object.fromEntries(
    deliveredFields.filter(({ kind }) => isSortable(kind)).map((field) => [field.id, toNodeValue(field)]),
  )

/** Returns the filter of link fields with this id that allow several content types. */
export type GetMultiTypeFilter = (fieldId: string) => GraphqlFilter

/** The filter's name contains only the field id, so its criteria are those that all targets of all such fields share. */
export function createMultiTypeFilters(parts: SchemaParts): GetMultiTypeFilter {
  const filters = new Map<string, GraphqlFilter>()
  const getNestedFilters = (fieldId: string) => {
    const fields = [...parts.types.values()].flatMap(({ contentType }) => contentType.deliveredFields)
    const targets = fields.filter(({ id }) => id === fieldId).map((field) => getLinkFieldTarget(field, parts))
    const types = targets.flatMap((target) => (typeof target === 'object' && target.isUnion ? target.types : []))
    return [...new Set(types.map(({ nestedFilter }) => nestedFilter))]
  }
  return (fieldId) => {
    const createShared = () => getSharedCriteria(getNestedFilters(fieldId))
    const filter = filters.get(fieldId) ?? createFilter(getMultiTypeFilterName(fieldId), createShared)
    filters.set(fieldId, filter)
    return filter
  }
}

/** Criteria of a content type that apply to linked entries, for link fields that allow certain content types. */
export const createLinkCriteria = (
  { deliveredFields }: CompiledContentType,
  parts: SchemaParts,
  getMultiTypeFilter: GetMultiTypeFilter,
): FilterCriteria =>
  Object.fromEntries(
    deliveredFields.flatMap((field) => {
      const target = getLinkFieldTarget(field, parts)
      const [type] = typeof target === 'object' ? target.types : []
      if (typeof target !== 'object' || !type) return []
      return [[field.id, createLinkCriterion(field, target.isUnion ? getMultiTypeFilter(field.id) : type.nestedFilter)]]
    }),
  )

/** Matches if the filter matches one of the linked entries. */
function createLinkCriterion(field: CompiledField, filter: GraphqlFilter): FilterCriteria[string] {
  const { read } = toNodeValue(field)
  return {
    type: filter.type,
    createPredicate: (argument, context) => {
      const matches = createNodePredicate(filter, argument, context)
      return (node) =>
        [read(node)].flat().some((link) => {
          const target = isLink(link) ? findLinkedNode(link.sys, node.view, context) : undefined
          return target !== undefined && matches(target)
        })
    },
  }
}

/** Criteria of all entries and assets. */
const commonCriteria: FilterCriteria = {
  sys: createInnerCriterion('SysFilter', {
    ...createCriteria('id', { kind: 'Symbol', read: ({ item }) => item.id }),
    ...createCriteria('publishedAt', { kind: 'Date', read: ({ item }) => item.publishedAt }),
    ...createCriteria('firstPublishedAt', { kind: 'Date', read: ({ item }) => item.firstPublishedAt }),
    ...createCriteria('publishedVersion', { kind: 'Number', read: ({ item }) => item.publishedVersion }),
  }),
  contentfulMetadata: createInnerCriterion('ContentfulMetadataFilter', {
    tags: createInnerCriterion('ContentfulMetadataTagsFilter', createTagCriteria()),
    ...createCriteria('tags', { kind: 'Opaque', read: readTagIds }),
  }),
}

/** Criteria of tags, without `id_exists`. */
function createTagCriteria(): FilterCriteria {
  const { id_exists: _, ...criteria } = createCriteria('id', { kind: 'Symbols', read: readTagIds })
  return criteria
}

function readTagIds({ item }: ContentNode): readonly string[] {
  return item.tags.map(({ id }) => id)
}

/** The filter of entries of all types. */
export const EntryFilter = createFilter('EntryFilter', () => commonCriteria)

/** The order of entries of all types. */
export const EntryOrder = createOrderType('EntryOrder', {})

const createFileValue = (kind: NodeValue['kind'], getValue: (file: SourceAssetFile) => unknown): NodeValue => ({
  kind,
  read: (node) => (node.kind === 'Asset' && node.item.file ? getValue(node.item.file) : null),
})

const FILE_VALUES = {
  url: createFileValue('Text', (file) => file.url),
  size: createFileValue('Integer', (file) => file.size),
  contentType: createFileValue('Text', (file) => file.contentType),
  fileName: createFileValue('Text', (file) => file.fileName),
  width: createFileValue('Integer', (file) => file.width),
  height: createFileValue('Integer', (file) => file.height),
} as const satisfies SortableFields

/** The filter of assets. */
export const AssetFilter = createFilter('AssetFilter', () => ({
  ...commonCriteria,
  ...createCriteria('title', { kind: 'Text', read: (node) => (node.kind === 'Asset' ? node.item.title : null) }),
  ...createCriteria('description', {
    kind: 'Text',
    read: (node) => (node.kind === 'Asset' ? node.item.description : null),
  }),
  ...Object.assign({}, ...Object.entries(FILE_VALUES).map(([name, value]) => createCriteria(name, value))),
}))

/** The order of assets. */
export const AssetOrder = createOrderType('AssetOrder', FILE_VALUES)
