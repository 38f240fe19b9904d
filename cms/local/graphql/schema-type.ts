import type { GraphQLEnumType, GraphQLInputObjectType } from 'graphql'
import type { QueryContext } from './content-source.ts'
import type { ModelPart } from './graphql-errors.ts'
import { DEFAULT_COLLECTION_LIMIT, type FieldCost } from './query-cost.ts'

/** An object type or union: its definition without the fields, and the fields. */
export interface OutputType {
  /** For example `type Photo implements Entry & _Node`. */
  readonly head: string
  readonly fields?: Readonly<Record<string, OutputField>>
}

export interface OutputField {
  /** Arguments and type, for example `(id: String!): Photo`. */
  readonly signature: string
  readonly cost?: FieldCost
  /** Absent: the value is the property of the parent with the name of the field. */
  resolve?(parent: unknown, args: unknown, context: QueryContext): unknown
}

/** A type of a schema. */
export interface SchemaType {
  readonly name: string
  /** Absent for types that every schema has. */
  readonly owner?: ModelPart
  /** Absent if the name is that of a type that several fields share. */
  readonly definition?: OutputType | GraphQLInputObjectType | GraphQLEnumType
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

/** Creates a collection type: `{ total skip limit items }`. An item with a broken link is `null`. */
export const createCollectionType = (name: string, itemType: string): OutputType => ({
  head: `type ${name}`,
  fields: {
    total: { signature: ': Int!' },
    skip: { signature: ': Int!' },
    limit: { signature: ': Int!' },
    items: { signature: `: [${itemType}]!` },
  },
})
