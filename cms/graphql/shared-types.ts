import {
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from 'graphql'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#cms/local/local-space.ts'
import { LOCALE } from '#cms/model/locale.ts'
import type { CollectionNode, ContentNode, EntryNode, QueryContext } from './content-nodes.ts'
import type { ContentTag } from './content-source.ts'
import { DateTime } from './scalars.ts'
import { getTypeName } from './schema-names.ts'

const required = <Type extends GraphQLOutputType>(type: Type) => new GraphQLNonNull(type)

/** What every entry and every asset says of itself. */
const Sys = new GraphQLObjectType<ContentNode, QueryContext>({
  name: 'Sys',
  fields: {
    id: { type: required(GraphQLString), resolve: ({ item }) => item.id },
    spaceId: { type: required(GraphQLString), resolve: () => LOCAL_SPACE_ID },
    environmentId: { type: required(GraphQLString), resolve: () => LOCAL_ENVIRONMENT_ID },
    publishedAt: { type: DateTime, resolve: ({ item }) => item.publishedAt },
    firstPublishedAt: { type: DateTime, resolve: ({ item }) => item.firstPublishedAt },
    publishedVersion: { type: GraphQLInt, resolve: ({ item }) => item.publishedVersion },
    locale: { type: GraphQLString, resolve: () => LOCALE },
  },
})

const ContentfulTag = new GraphQLObjectType<ContentTag, QueryContext>({
  name: 'ContentfulTag',
  fields: { id: { type: GraphQLString }, name: { type: GraphQLString } },
})

const TaxonomyConcept = new GraphQLObjectType({ name: 'TaxonomyConcept', fields: { id: { type: GraphQLString } } })

/** There is no taxonomy here, so nothing has concepts. */
const ContentfulMetadata = new GraphQLObjectType<ContentNode, QueryContext>({
  name: 'ContentfulMetadata',
  fields: {
    tags: { type: required(new GraphQLList(ContentfulTag)), resolve: ({ item }) => item.tags },
    concepts: { type: required(new GraphQLList(TaxonomyConcept)), resolve: () => [] },
  },
})

/** The fields that every entry and every asset has. */
export const commonFields = {
  sys: { type: required(Sys), resolve: (node: ContentNode) => node },
  contentfulMetadata: { type: required(ContentfulMetadata), resolve: (node: ContentNode) => node },
}

const resolveType = ({ item }: EntryNode) => getTypeName(item.contentType)

/** What every entry type is. */
export const EntryInterface = new GraphQLInterfaceType({
  name: 'Entry',
  fields: { sys: { type: required(Sys) }, contentfulMetadata: { type: required(ContentfulMetadata) } },
  resolveType,
})

export const NodeInterface = new GraphQLInterfaceType({
  name: '_Node',
  fields: { _id: { type: required(GraphQLID) } },
  resolveType,
})

/** `{ total skip limit items }` of one type. An item is `null` where its link leads nowhere. */
export const createCollectionType = (name: string, of: GraphQLOutputType) =>
  new GraphQLObjectType<CollectionNode, QueryContext>({
    name,
    fields: {
      total: { type: required(GraphQLInt) },
      skip: { type: required(GraphQLInt) },
      limit: { type: required(GraphQLInt) },
      items: { type: required(new GraphQLList(of)) },
    },
  })

export const EntryCollection = createCollectionType('EntryCollection', EntryInterface)

export const LocationType = new GraphQLObjectType({
  name: 'Location',
  fields: { lat: { type: GraphQLFloat }, lon: { type: GraphQLFloat } },
})
