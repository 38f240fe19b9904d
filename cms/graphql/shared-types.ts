import {
  GraphQLError,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLScalarType,
  GraphQLString,
  Kind,
  type ValueNode,
} from 'graphql'
import { LOCALE } from '#shared/constants.ts'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#shared/local-contentful.ts'
import type { CollectionNode, ContentNode, ContentTag, EntryNode, QueryContext } from './content-source.ts'
import { getGraphqlTypeName } from './schema-names.ts'

/** Contentful's scalars, with the descriptions' limits enforced. */
export const DateTime = new GraphQLScalarType({
  name: 'DateTime',
  description: 'A moment, ISO 8601, UTC.',
  parseValue: moment,
  parseLiteral: (node) => moment(textOf(node)),
})

/** The value of an Object field, as it was saved. */
export const JSONValue = new GraphQLScalarType({ name: 'JSON', description: 'Any JSON.' })

export const Dimension = wholeNumber('Dimension', 4_000)

export const Quality = wholeNumber('Quality', 100)

export const HexColor = new GraphQLScalarType({
  name: 'HexColor',
  description: 'A color: `rgb:ffffff`.',
  parseValue: hexColor,
  parseLiteral: (node) => hexColor(textOf(node)),
})

function wholeNumber(name: string, max: number): GraphQLScalarType {
  const parse = (value: unknown) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max) return value
    throw new GraphQLError(`${name} must be a whole number from 1 to ${max}`)
  }
  return new GraphQLScalarType({
    name,
    description: `A whole number from 1 to ${max}.`,
    parseValue: parse,
    parseLiteral: (node) => parse(node.kind === Kind.INT ? Number(node.value) : undefined),
  })
}

const textOf = (node: ValueNode) => (node.kind === Kind.STRING ? node.value : undefined)

function hexColor(value: unknown): string {
  if (typeof value === 'string' && /^rgb:[0-9a-f]{6}$/i.test(value)) return value
  throw new GraphQLError('HexColor must have the form rgb:ffffff')
}

function moment(value: unknown): string {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))) return value
  throw new GraphQLError('DateTime must have the form 2025-01-31T12:00:00.000Z')
}

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

const resolveType = ({ item }: EntryNode) => getGraphqlTypeName(item.contentType)

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
