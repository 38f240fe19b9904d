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

/** What a schema is put together from; its types know each other. */
export interface SchemaParts {
  readonly types: ReadonlyMap<string, EntryTypeParts>
  readonly asset: GraphQLObjectType<AssetNode, QueryContext>
  readonly assetCollection: GraphQLObjectType<CollectionNode, QueryContext>
  readonly findLinkingEntries: FindLinkingEntries
}

/** What one content type brings with it. */
export interface EntryTypeParts {
  readonly contentType: ContentTypeDefinition
  readonly type: GraphQLObjectType<EntryNode, QueryContext>
  readonly collection: GraphQLObjectType<CollectionNode, QueryContext>
  readonly filter: GraphqlFilter
  /** Of such an entry that is linked to: it goes no link further. */
  readonly nestedFilter: GraphqlFilter
  readonly sortableFields: SortableFields
}

/** Finds the entries that link to an entry or asset, in the order of the snapshot. */
export type FindLinkingEntries = (content: ContentSnapshot, node: ContentNode) => readonly SourceEntry[]

/** The GraphQL field of a content field. */
export type EntryFieldConfig = GraphQLFieldConfig<EntryNode, QueryContext>

/** Where a link field leads: entries of these types, entries of any type, or assets. */
export type LinkFieldTarget = readonly EntryTypeParts[] | 'any' | 'asset'

/** Throws, with the field's name, where it leads to what is not known here. */
export function getLinkFieldTarget(
  contentType: ContentTypeDefinition,
  field: FieldDefinition,
  { types }: SchemaParts,
): LinkFieldTarget {
  const refused = (what: string) => new UnsupportedFieldError(contentType.id, field.id, what)
  const linkType = getLinkType(field)
  if (linkType === 'Asset') return 'asset'
  if (linkType !== 'Entry') throw refused(`links to ${linkType ?? 'nothing'}`)
  const allowed = getLinkedContentTypes(field)
  if (!allowed) return 'any'
  return allowed.map((id) => {
    const target = types.get(id)
    if (!target) throw refused(`the content type "${id}", which is not published`)
    return target
  })
}
