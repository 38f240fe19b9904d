import { GraphQLEnumType } from 'graphql'
import type { CompiledContentType, CompiledField } from '#local/engine/compile-content-type.ts'
import { createOrder, INDEXED_KINDS, isSortable } from '#local/engine/value-filter.ts'
import { collectLinks } from '#local/shared/links.ts'
import type { ResolvedEntity } from './content-source.ts'
import {
  createCriteria,
  createFilter,
  createFilterPredicate,
  createInnerCriterion,
  type FilterableValue,
  type FilterableValues,
  type FilterCriteria,
  type GraphqlFilter,
  getSharedCriteria,
} from './graphql-filter.ts'
import { findEntity } from './resolve-links.ts'
import { getGraphqlTypeName, getMultiTypeFilterName } from './schema-names.ts'

const readField =
  (id: string) =>
  ({ fields }: ResolvedEntity) =>
    fields[id]

/** A content type with its filters and orders, which types of others use. */
export interface EntryTypeParts {
  readonly contentType: CompiledContentType
  readonly name: string
  readonly filter: GraphqlFilter
  /** Filter of linked entries of this type, without criteria of their links. */
  readonly nestedFilter: GraphqlFilter
  readonly sortableFields: FilterableValues
}

/** The content types of a schema, by id. */
export type EntryTypes = ReadonlyMap<string, EntryTypeParts>

/**
 * Returns the content types that a link field allows; none if it allows all, and for assets. Those that the schema has not
 * are ignored, and a field that names several remains a union if one exists: graphql.schema.graphql of
 * contentful/template-marketing-webapp-nextjs has `union ComponentDuplexTargetPage = Page`. Without any (not recorded) the
 * field has the type `Entry`, so that queries for `sys` keep working.
 */
export function getLinkTargets<Parts>(
  { targetType, linkedTypes = [] }: CompiledField,
  entryTypes: ReadonlyMap<string, Parts>,
) {
  const types = targetType === 'Entry' ? linkedTypes.flatMap((id) => entryTypes.get(id) ?? []) : []
  return { types, isUnion: types.length > 0 && linkedTypes.length > 1 }
}

/** Creates the filters of content types, and lists what their entries can be sorted by. */
export function createEntryTypes(contentTypes: readonly CompiledContentType[]): EntryTypes {
  const withoutLinks = new Map(
    contentTypes.map((contentType) => {
      const { id, fields } = contentType
      const name = getGraphqlTypeName(id)
      // The names of criteria contain the unchanged field id.
      const values = fields.map(({ id: fieldId, kind, isLinkList }): [string, FilterableValue] => [
        isLinkList ? `${fieldId}Collection` : fieldId,
        { kind, field: INDEXED_KINDS.includes(kind) ? fieldId : undefined, read: readField(fieldId) },
      ])
      const criteria = { ...commonCriteria, ...createCriteria(Object.fromEntries(values)) }
      // Not Text, RichText, lists, links and objects (docs/contentful.md, Order).
      const sortable = values.filter(([, { kind }]) => isSortable(kind))
      const nestedFilter = createFilter(`cf${name}NestedFilter`, criteria)
      return [id, { contentType, name, nestedFilter, sortableFields: Object.fromEntries(sortable) }]
    }),
  )
  // The name of the filter of a field with several targets contains only the field id, so its criteria are those that all
  // targets of all fields with this id share.
  const unions = contentTypes
    .flatMap(({ fields }) => fields)
    .map((field) => ({ id: field.id, ...getLinkTargets(field, withoutLinks) }))
    .filter(({ isUnion }) => isUnion)
  const multiTypeFilters = new Map(
    [...Map.groupBy(unions, ({ id }) => id)].map(([id, group]) => {
      const targets = group.flatMap(({ types }) => types.map(({ nestedFilter }) => nestedFilter))
      return [id, createFilter(getMultiTypeFilterName(id), getSharedCriteria(targets))]
    }),
  )
  return new Map(
    [...withoutLinks].map(([id, type]) => {
      const links = type.contentType.fields.flatMap((field) => {
        const { types, isUnion } = getLinkTargets(field, withoutLinks)
        const filter = isUnion ? multiTypeFilters.get(field.id) : types[0]?.nestedFilter
        return filter ? [[field.id, createLinkCriterion(field, filter)]] : []
      })
      const criteria = { ...Object.fromEntries(links), ...type.nestedFilter.criteria }
      return [id, { ...type, filter: createFilter(`${type.name}Filter`, criteria) }]
    }),
  )
}

/** Matches if the filter matches one of the linked entries. */
function createLinkCriterion(field: CompiledField, filter: GraphqlFilter): FilterCriteria[string] {
  const read = readField(field.id)
  return {
    type: filter.type,
    createPredicate: (argument) => {
      const matches = createFilterPredicate(filter, argument)
      return (entity) =>
        collectLinks(read(entity)).some(({ sys }) => {
          const target = findEntity(sys.linkType, sys.id, entity.view)
          return target !== undefined && matches(target)
        })
    },
  }
}

/** Values of `sys` that entries and assets can be filtered and sorted by. */
const SYS_VALUES: FilterableValues = {
  id: { kind: 'Symbol', read: ({ id }) => id },
  publishedAt: { kind: 'Date', read: ({ publishedAt }) => publishedAt },
  firstPublishedAt: { kind: 'Date', read: ({ firstPublishedAt }) => firstPublishedAt },
  publishedVersion: { kind: 'Number', read: ({ publishedVersion }) => publishedVersion },
}

const readTagIds = ({ tags }: ResolvedEntity) => tags.map(({ id }) => id)
const { id_exists: _, ...tagCriteria } = createCriteria({ id: { kind: 'Symbols', read: readTagIds } })

const commonCriteria: FilterCriteria = {
  sys: createInnerCriterion('SysFilter', createCriteria(SYS_VALUES)),
  contentfulMetadata: createInnerCriterion('ContentfulMetadataFilter', {
    tags: createInnerCriterion('ContentfulMetadataTagsFilter', tagCriteria),
    ...createCriteria({ tags: { kind: 'Opaque', read: readTagIds } }),
  }),
}

/** The filter of entries of all types. */
export const EntryFilter: GraphqlFilter = createFilter('EntryFilter', commonCriteria)

/** Creates an enum with two values per field, for example `title_ASC` and `title_DESC`. */
export function createOrderType(name: string, sortable: FilterableValues): GraphQLEnumType {
  const sysValues = Object.entries(SYS_VALUES).map(([id, value]) => [`sys_${id}`, `sys.${id}`, value] as const)
  const fieldValues = Object.entries(sortable).map(([id, value]) => [id, `fields.${id}`, value] as const)
  const values = [...fieldValues, ...sysValues].flatMap(([id, path, { kind, read }]) => [
    [`${id}_ASC`, { value: createOrder(kind, read, 1, path) }],
    [`${id}_DESC`, { value: createOrder(kind, read, -1, path) }],
  ])
  return new GraphQLEnumType({ name, values: Object.fromEntries(values) })
}

/** The order of entries of all types. */
export const EntryOrder = createOrderType('EntryOrder', {})

/** The database has no index of the values of assets in this form. */
const createAssetValues = (kinds: Readonly<Record<string, FilterableValue['kind']>>): FilterableValues =>
  Object.fromEntries(Object.entries(kinds).map(([id, kind]) => [id, { kind, read: readField(id) }]))

const FILE_VALUES = createAssetValues({
  url: 'Text',
  size: 'Integer',
  contentType: 'Text',
  fileName: 'Text',
  width: 'Integer',
  height: 'Integer',
})

export const AssetFilter: GraphqlFilter = createFilter('AssetFilter', {
  ...commonCriteria,
  ...createCriteria({ ...createAssetValues({ title: 'Text', description: 'Text' }), ...FILE_VALUES }),
})

export const AssetOrder = createOrderType('AssetOrder', FILE_VALUES)
