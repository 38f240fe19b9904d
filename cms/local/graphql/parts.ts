import type { GraphQLObjectType } from 'graphql'
import {
  type ContentTypeDefinition,
  type FieldDefinition,
  linkedContentTypes,
  linkTypeOf,
} from '#cms/local/content-type.ts'
import type { Filter } from './filter.ts'
import type { LinkIndex } from './link-index.ts'
import type { AssetNode, CollectionNode, EntryNode, QueryContext } from './nodes.ts'
import type { Sortable } from './order.ts'
import { UnsupportedFieldError } from './schema-error.ts'

/** What a schema is put together from; its types know each other. */
export interface Parts {
  readonly types: ReadonlyMap<string, EntryParts>
  readonly asset: GraphQLObjectType<AssetNode, QueryContext>
  readonly assetCollection: GraphQLObjectType<CollectionNode, QueryContext>
  readonly linking: LinkIndex
}

/** What one content type brings with it. */
export interface EntryParts {
  readonly contentType: ContentTypeDefinition
  readonly type: GraphQLObjectType<EntryNode, QueryContext>
  readonly collection: GraphQLObjectType<CollectionNode, QueryContext>
  readonly filter: Filter
  /** Of such an entry that is linked to: it goes no link further. */
  readonly nestedFilter: Filter
  readonly sortable: Sortable
}

/** Where a link field leads: entries of these types, entries of any type, or assets. */
export type Target = readonly EntryParts[] | 'any' | 'asset'

/** Throws, with the field's name, where it leads to what is not known here. */
export function targetOf(contentType: ContentTypeDefinition, field: FieldDefinition, { types }: Parts): Target {
  const refused = (what: string) => new UnsupportedFieldError(contentType.id, field.id, what)
  const linkType = linkTypeOf(field)
  if (linkType === 'Asset') return 'asset'
  if (linkType !== 'Entry') throw refused(`links to ${linkType ?? 'nothing'}`)
  const allowed = linkedContentTypes(field)
  if (!allowed) return 'any'
  return allowed.map((id) => {
    const target = types.get(id)
    if (!target) throw refused(`the content type "${id}", which is not published`)
    return target
  })
}
