import { GraphQLEnumType, type GraphQLInputObjectType } from 'graphql'
import type { CompiledContentType, CompiledField } from '#local/engine/compile-content-type.ts'
import { createOrder } from '#local/engine/value-filter.ts'
import type { ModelPart } from './graphql-errors.ts'
import type { FilterableValues, GraphqlFilter } from './graphql-filter.ts'

/** The types that a content type or a field adds to the schema. */
export interface TypeDefinitions {
  /** Absent for types that every schema has. */
  readonly owner?: ModelPart | undefined
  readonly sdl?: string
  /** Filters and orders. They are types of graphql-js, because their values have functions. */
  readonly inputTypes?: readonly (GraphQLInputObjectType | GraphQLEnumType)[]
  /** By type and field, for example `Photo.title`. Other fields are properties of their parent. */
  readonly fields?: Readonly<Record<string, FieldBehavior>>
  /** Name of a filter that fields of several content types share. */
  readonly sharedFilter?: string | undefined
}

/** Cost and resolver of a field. */
export interface FieldBehavior {
  /** The number of entries and assets for each parent. Fields without it, such as scalars, cost nothing. */
  readonly cost?: (args: Readonly<Record<string, unknown>>) => number
  resolve?(parent: unknown, args: unknown): unknown
}

/** A content type with its filters and orders, which types of others use. */
export interface EntryTypeParts {
  readonly contentType: CompiledContentType
  /** Name of the entry type. */
  readonly name: string
  readonly filter: GraphqlFilter
  /** Filter of linked entries of this type, without criteria of their links. */
  readonly nestedFilter: GraphqlFilter
  /** The fields that entries can be sorted by. */
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

/** Values of `sys` that entries and assets can be filtered and sorted by. */
export const SYS_VALUES: FilterableValues = {
  id: { kind: 'Symbol', read: ({ id }) => id },
  publishedAt: { kind: 'Date', read: ({ publishedAt }) => publishedAt },
  firstPublishedAt: { kind: 'Date', read: ({ firstPublishedAt }) => firstPublishedAt },
  publishedVersion: { kind: 'Number', read: ({ publishedVersion }) => publishedVersion },
}

/** Creates an enum with two values per field, for example `title_ASC` and `title_DESC`. */
export function createOrderType(name: string, sortable: FilterableValues): GraphQLEnumType {
  const sysValues = Object.entries(SYS_VALUES).map(([id, value]) => [`sys_${id}`, value] as const)
  const values = [...Object.entries(sortable), ...sysValues].flatMap(([id, { kind, read }]) => [
    [`${id}_ASC`, { value: createOrder(kind, read, 1) }],
    [`${id}_DESC`, { value: createOrder(kind, read, -1) }],
  ])
  return new GraphQLEnumType({ name, values: Object.fromEntries(values) })
}

/** Arguments of all content fields: another locale than that of the entry or asset, and whether its fallback is used. */
export const LOCALE_ARGUMENTS = 'locale: String, useFallbackLocale: Boolean'

/** Arguments of links. */
export const LINK_ARGUMENTS = `preview: Boolean, ${LOCALE_ARGUMENTS}`

/** Number of items without the argument `limit`; Contentful omits the others silently (docs/contentful.md, Complexity). */
export const DEFAULT_COLLECTION_LIMIT = 100

/** Prints the arguments of a collection; `where` and `order` only if it can be filtered and sorted. */
export const printCollectionArguments = (filter?: string, order?: string): string =>
  [
    `skip: Int = 0, limit: Int = ${DEFAULT_COLLECTION_LIMIT}, ${LINK_ARGUMENTS}`,
    ...(filter ? [`where: ${filter}`] : []),
    ...(order ? [`order: [${order}]`] : []),
  ].join(', ')

/** Prints a collection type. An item with a broken link is `null`. */
export const printCollectionType = (name: string, itemType: string): string =>
  `type ${name} { total: Int! skip: Int! limit: Int! items: [${itemType}]! }`
