import type { ContentNode } from '#local/graphql/content-source.ts'
import { findNode } from '#local/graphql/resolve-links.ts'
import { getMultiTypeFilterName } from '#local/graphql/schema-names.ts'
import { createOrderType, type EntryTypes, getLinkTargets, SYS_VALUES } from '#local/graphql/type-definitions.ts'
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
  type NodeValues,
} from './graphql-filter.ts'
import { isSortable } from './value-filter.ts'

const toNodeValue = ({ id, kind }: Pick<CompiledField, 'id' | 'kind'>): NodeValue => ({
  kind,
  read: ({ item }) => item.fields[id],
})

/** Criteria of a content type that do not follow links. Their names contain the unchanged field id. */
export const createEntryCriteria = ({ deliveredFields }: CompiledContentType): FilterCriteria => ({
  ...commonCriteria,
  ...createCriteria(
    Object.fromEntries(
      deliveredFields.map((field) => [field.isLinkList ? `${field.id}Collection` : field.id, toNodeValue(field)]),
    ),
  ),
})

/** Fields that entries can be sorted by: not Text, RichText, lists, links and objects (docs/contentful.md, Order). */
export const getSortableFields = ({ deliveredFields }: CompiledContentType): NodeValues =>
  Object.fromEntries(
    deliveredFields.filter(({ kind }) => isSortable(kind)).map((field) => [field.id, toNodeValue(field)]),
  )

/** Returns the filter of link fields with this id that allow several content types. */
export type GetMultiTypeFilter = (fieldId: string) => GraphqlFilter

/** The filter's name contains only the field id, so its criteria are those that all targets of all such fields share. */
export function createMultiTypeFilters(entryTypes: EntryTypes): GetMultiTypeFilter {
  const filters = new Map<string, GraphqlFilter>()
  const getNestedFilters = (fieldId: string) => {
    const fields = [...entryTypes.values()].flatMap(({ contentType }) => contentType.deliveredFields)
    const targets = fields.filter(({ id }) => id === fieldId).map((field) => getLinkTargets(field, entryTypes))
    const types = targets.flatMap((target) => (target.isUnion ? target.types : []))
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
  entryTypes: EntryTypes,
  getMultiTypeFilter: GetMultiTypeFilter,
): FilterCriteria =>
  Object.fromEntries(
    deliveredFields.flatMap((field) => {
      const { types, isUnion } = getLinkTargets(field, entryTypes)
      const filter = isUnion ? getMultiTypeFilter(field.id) : types[0]?.nestedFilter
      return filter ? [[field.id, createLinkCriterion(field, filter)]] : []
    }),
  )

/** Matches if the filter matches one of the linked entries. */
function createLinkCriterion(field: CompiledField, filter: GraphqlFilter): FilterCriteria[string] {
  const { read } = toNodeValue(field)
  return {
    type: filter.type,
    createPredicate: (argument) => {
      const matches = createNodePredicate(filter, argument)
      return (node) =>
        [read(node)].flat().some((link) => {
          const target = isLink(link) ? findNode(link.sys.linkType, link.sys.id, node.view) : undefined
          return target !== undefined && matches(target)
        })
    },
  }
}

const readTagIds = ({ item }: ContentNode) => item.tags.map(({ id }) => id)
const { id_exists: _, ...tagCriteria } = createCriteria({ id: { kind: 'Symbols', read: readTagIds } })

/** Criteria of all entries and assets. */
const commonCriteria: FilterCriteria = {
  sys: createInnerCriterion('SysFilter', createCriteria(SYS_VALUES)),
  contentfulMetadata: createInnerCriterion('ContentfulMetadataFilter', {
    tags: createInnerCriterion('ContentfulMetadataTagsFilter', tagCriteria),
    ...createCriteria({ tags: { kind: 'Opaque', read: readTagIds } }),
  }),
}

/** The filter of entries of all types. */
export const EntryFilter = createFilter('EntryFilter', () => commonCriteria)

/** The order of entries of all types. */
export const EntryOrder = createOrderType('EntryOrder', {})

const createAssetValues = (kinds: Readonly<Record<string, NodeValue['kind']>>): NodeValues =>
  Object.fromEntries(Object.entries(kinds).map(([id, kind]) => [id, toNodeValue({ id, kind })]))

const FILE_VALUES = createAssetValues({
  url: 'Text',
  size: 'Integer',
  contentType: 'Text',
  fileName: 'Text',
  width: 'Integer',
  height: 'Integer',
})

/** The filter of assets. */
export const AssetFilter = createFilter('AssetFilter', () => ({
  ...commonCriteria,
  ...createCriteria({ ...createAssetValues({ title: 'Text', description: 'Text' }), ...FILE_VALUES }),
}))

/** The order of assets. */
export const AssetOrder = createOrderType('AssetOrder', FILE_VALUES)
