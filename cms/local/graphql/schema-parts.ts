import type { GraphQLFieldConfig, GraphQLObjectType } from 'graphql'
import type { CompiledContentType, CompiledField } from '#local/engine/compile-content-type.ts'
import type { GraphqlFilter, NodeValues } from '#local/engine/graphql-filter.ts'
import type {
  AssetNode,
  CollectionNode,
  ContentNode,
  ContentSnapshot,
  EntryNode,
  QueryContext,
  SourceEntry,
} from './content-source.ts'

/** Types of a schema that reference each other. */
export interface SchemaParts {
  readonly types: ReadonlyMap<string, EntryTypeParts>
  readonly asset: GraphQLObjectType<AssetNode, QueryContext>
  readonly assetCollection: GraphQLObjectType<CollectionNode, QueryContext>
  readonly findLinkingEntries: FindLinkingEntries
}

/** Types and fields of one content type. */
export interface EntryTypeParts {
  readonly contentType: CompiledContentType
  readonly type: GraphQLObjectType<EntryNode, QueryContext>
  readonly collection: GraphQLObjectType<CollectionNode, QueryContext>
  readonly filter: GraphqlFilter
  /** Filter of linked entries of this type, without criteria of their links. */
  readonly nestedFilter: GraphqlFilter
  /** The fields that entries can be sorted by. */
  readonly sortableFields: NodeValues
}

/** Finds the entries that link to an entry or asset, in the order of the snapshot. */
export type FindLinkingEntries = (content: ContentSnapshot, node: ContentNode) => readonly SourceEntry[]

/** The GraphQL field of a content field. */
export type EntryFieldConfig = GraphQLFieldConfig<EntryNode, QueryContext>

/** Targets of a link field: entries of these types, entries of any type, or assets. */
export type LinkFieldTarget = LinkedEntryTypes | 'any' | 'asset'

interface LinkedEntryTypes {
  readonly types: readonly EntryTypeParts[]
  /** Whether the field names several content types, even if only one of them exists. */
  readonly isUnion: boolean
}

/**
 * Returns the targets of a link field. Content types that do not exist are ignored, and a field that names several remains
 * a union if one of them exists: the recorded schema of a real space has `union ComponentDuplexTargetPage = Page`
 * (docs/contentful.md, GraphQL).
 */
export function getLinkFieldTarget(
  { targetType, linkedTypes }: CompiledField,
  { types }: SchemaParts,
): LinkFieldTarget {
  if (targetType === 'Asset') return 'asset'
  if (!linkedTypes) return 'any'
  const existing = linkedTypes.flatMap((id) => types.get(id) ?? [])
  return existing.length === 0 ? 'any' : { types: existing, isUnion: linkedTypes.length > 1 }
}
