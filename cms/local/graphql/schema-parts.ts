import type { CompiledContentType, CompiledField } from '#local/engine/compile-content-type.ts'
import type { GraphqlFilter, NodeValues } from '#local/engine/graphql-filter.ts'
import type { ContentNode, ContentSnapshot, SourceEntry } from './content-source.ts'

/** Parts of a schema that types of several content types use. */
export interface SchemaParts {
  readonly types: ReadonlyMap<string, EntryTypeParts>
  readonly findLinkingEntries: FindLinkingEntries
}

/** Parts of one content type that other types use. */
export interface EntryTypeParts {
  readonly contentType: CompiledContentType
  /** Name of the entry type. */
  readonly name: string
  readonly filter: GraphqlFilter
  /** Filter of linked entries of this type, without criteria of their links. */
  readonly nestedFilter: GraphqlFilter
  /** The fields that entries can be sorted by. */
  readonly sortableFields: NodeValues
}

/** Targets of a link field: entries of these types, entries of any type, or assets. */
export type LinkFieldTarget = LinkedEntryTypes | 'any' | 'asset'

interface LinkedEntryTypes {
  readonly types: readonly EntryTypeParts[]
  /** Whether the field names several content types, even if only one of them exists. */
  readonly isUnion: boolean
}

/**
 * Returns the targets of a link field. Content types without a type in the schema, because they do not exist or are not
 * published, are ignored, and a field that names several remains a union if one of them exists: the schema recorded in
 * src/lib/__generated/graphql.schema.graphql of contentful/template-marketing-webapp-nextjs has
 * `union ComponentDuplexTargetPage = Page`. What Contentful does if none of them exists is not recorded: here the field
 * has the type `Entry`, as without the validation, so that queries for `sys` keep working.
 */
export function getLinkFieldTarget(
  { targetType, linkedTypes }: CompiledField,
  { types }: Pick<SchemaParts, 'types'>,
): LinkFieldTarget {
  if (targetType === 'Asset') return 'asset'
  if (!linkedTypes) return 'any'
  const existing = linkedTypes.flatMap((id) => types.get(id) ?? [])
  return existing.length === 0 ? 'any' : { types: existing, isUnion: linkedTypes.length > 1 }
}

/** Finds the entries that link to an entry or asset, in the order of the snapshot. */
export type FindLinkingEntries = (content: ContentSnapshot, node: ContentNode) => readonly SourceEntry[]
