import type { GraphQLEnumType, GraphQLInputObjectType } from 'graphql'
import type { QueryContext } from './content-source.ts'
import type { ModelPart } from './graphql-errors.ts'
import { DEFAULT_COLLECTION_LIMIT, type FieldCost } from './query-cost.ts'

/** The types that a content type or a field adds to the schema. */
export interface TypeDefinitions {
  /** Absent for types that every schema has. */
  readonly owner?: ModelPart
  readonly sdl: string
  /** Filters and orders. They are types of graphql-js, because their values have functions. */
  readonly inputTypes?: readonly (GraphQLInputObjectType | GraphQLEnumType)[]
  /** By type and field, for example `Photo.title`. Other fields are properties of their parent. */
  readonly fields?: Readonly<Record<string, FieldBehavior>>
  /** Name of a filter that fields of several content types share. */
  readonly sharedFilter?: string
}

/** Cost and resolver of a field. */
export interface FieldBehavior {
  readonly cost?: FieldCost
  resolve?(parent: unknown, args: unknown, context: QueryContext): unknown
}

/** Arguments of all content fields: another locale than that of the entry or asset, and whether its fallback is used. */
export const LOCALE_ARGUMENTS = 'locale: String, useFallbackLocale: Boolean'

/** Arguments of links. */
export const LINK_ARGUMENTS = `preview: Boolean, ${LOCALE_ARGUMENTS}`

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
