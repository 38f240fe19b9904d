import {
  GraphQLID,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from 'graphql'
import { ENVIRONMENT, SPACE } from '#cms/local/local-space.ts'
import { LOCALE } from '#cms/model/locale.ts'
import type { AssetNode, CollectionNode, EntryNode, QueryContext } from './nodes.ts'
import { DateTime } from './scalars.ts'

const required = <Type extends GraphQLOutputType>(type: Type) => new GraphQLNonNull(type)

/** What every entry and every asset says of itself. */
export const Sys = new GraphQLObjectType<EntryNode | AssetNode, QueryContext>({
  name: 'Sys',
  fields: {
    id: { type: required(GraphQLString), resolve: ({ item }) => item.id },
    spaceId: { type: required(GraphQLString), resolve: () => SPACE },
    environmentId: { type: required(GraphQLString), resolve: () => ENVIRONMENT },
    publishedAt: { type: DateTime, resolve: ({ item }) => item.publishedAt },
    firstPublishedAt: { type: DateTime, resolve: ({ item }) => item.firstPublishedAt },
    publishedVersion: { type: GraphQLInt, resolve: ({ item }) => item.publishedVersion },
    locale: { type: GraphQLString, resolve: () => LOCALE },
  },
})

/** What every entry type is. */
export const EntryInterface = new GraphQLInterfaceType({ name: 'Entry', fields: { sys: { type: required(Sys) } } })
export const NodeInterface = new GraphQLInterfaceType({ name: '_Node', fields: { _id: { type: required(GraphQLID) } } })

/** `{ total skip limit items }` of one type. An item is `null` where its link leads nowhere. */
export const collectionType = (name: string, of: GraphQLObjectType) =>
  new GraphQLObjectType<CollectionNode, QueryContext>({
    name,
    fields: {
      total: { type: required(GraphQLInt) },
      skip: { type: required(GraphQLInt) },
      limit: { type: required(GraphQLInt) },
      items: { type: required(new GraphQLList(of)) },
    },
  })
