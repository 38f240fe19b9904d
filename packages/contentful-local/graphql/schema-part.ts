import type { GraphQLEnumType, GraphQLInputObjectType } from 'graphql'
import type { ModelPart } from './graphql-errors.ts'

/** The types that a content type or a field adds to the schema. */
export interface SchemaPart {
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

export interface FieldBehavior {
  /** The number of entries and assets for each parent. Fields without it, such as scalars, cost nothing. */
  readonly cost?: (args: Readonly<Record<string, unknown>>) => number
  resolve?(parent: unknown, args: unknown): unknown
}
