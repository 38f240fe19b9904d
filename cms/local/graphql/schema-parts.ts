import type { GraphQLFieldConfig, GraphQLObjectType } from 'graphql'
import type {
  AssetNode,
  CollectionNode,
  ContentNode,
  ContentSnapshot,
  EntryNode,
  QueryContext,
  SourceEntry,
} from './content-source.ts'
import {
  type ContentTypeDefinition,
  type FieldDefinition,
  getLinkedContentTypes,
  getLinkType,
} from './content-type-definition.ts'
import type { SortableFields } from './field-arguments.ts'
import { UnsupportedFieldError } from './graphql-errors.ts'
import type { GraphqlFilter } from './graphql-filter.ts'

/** Types of a schema that reference each other. */
export interface SchemaParts {
  readonly types: ReadonlyMap<string, EntryTypeParts>
  readonly asset: GraphQLObjectType<AssetNode, QueryContext>
  readonly assetCollection: GraphQLObjectType<CollectionNode, QueryContext>
  readonly findLinkingEntries: FindLinkingEntries
}

/** Types and fields of one content type. */
export interface EntryTypeParts {
  readonly contentType: ContentTypeDefinition
  readonly type: GraphQLObjectType<EntryNode, QueryContext>
  readonly collection: GraphQLObjectType<CollectionNode, QueryContext>
  readonly filter: GraphqlFilter
  /** Filter of linked entries of this type, without criteria of their links. */
  readonly nestedFilter: GraphqlFilter
  readonly sortableFields: SortableFields
}

/** Finds the entries that link to an entry or asset, in the order of the snapshot. */
export type FindLinkingEntries = (content: ContentSnapshot, node: ContentNode) => readonly SourceEntry[]

/** The GraphQL field of a content field. */
export type EntryFieldConfig = GraphQLFieldConfig<EntryNode, QueryContext>

/** Targets of a link field: entries of these types, entries of any type, or assets. */
export type LinkFieldTarget = readonly EntryTypeParts[] | 'any' | 'asset'

/** Returns the targets of a link field. Throws `UnsupportedFieldError` for unknown targets. */
export function getLinkFieldTarget(
  contentType: ContentTypeDefinition,
  field: FieldDefinition,
  { types }: SchemaParts,
): LinkFieldTarget {
  const createError = (feature: string) => new UnsupportedFieldError(contentType.id, field.id, feature)
  const linkType = getLinkType(field)
  if (linkType === 'Asset') return 'asset'
  if (linkType !== 'Entry') throw createError(`links to ${linkType ?? 'nothing'}`)
  const allowed = getLinkedContentTypes(field)
  if (!allowed) return 'any'
  return allowed.map((id) => {
    const target = types.get(id)
    if (!target) throw createError(`the content type "${id}", which is not published`)
    return target
  })
}
