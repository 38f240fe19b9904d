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
import { LOCAL_SPACE_ID } from '#local/constants.ts'
import type { CollectionNode, ContentNode, ContentTag, EntryNode, QueryContext } from './content-source.ts'
import { getGraphqlTypeName } from './schema-names.ts'

/** Contentful's scalar types. */
export const DateTime = new GraphQLScalarType({
  name: 'DateTime',
  description: 'A moment, ISO 8601, UTC.',
  parseValue: parseDateTime,
  parseLiteral: (node) => parseDateTime(getText(node)),
})

/** The value of an Object field. */
export const JSONValue = new GraphQLScalarType({ name: 'JSON', description: 'Any JSON.' })

/** Width or height of a derivative in px. */
export const Dimension = createWholeNumberType('Dimension', 4_000)

/** Quality of a derivative in percent. */
export const Quality = createWholeNumberType('Quality', 100)

/** Background color of a derivative. */
export const HexColor = new GraphQLScalarType({
  name: 'HexColor',
  description: 'A color: `rgb:ffffff`.',
  parseValue: parseHexColor,
  parseLiteral: (node) => parseHexColor(getText(node)),
})

function createWholeNumberType(name: string, max: number): GraphQLScalarType {
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

const getText = (node: ValueNode) => (node.kind === Kind.STRING ? node.value : undefined)

function parseHexColor(value: unknown): string {
  if (typeof value === 'string' && /^rgb:[0-9a-f]{6}$/i.test(value)) return value
  throw new GraphQLError('HexColor must have the form rgb:ffffff')
}

function parseDateTime(value: unknown): string {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value))) return value
  throw new GraphQLError('DateTime must have the form 2025-01-31T12:00:00.000Z')
}

const required = <Type extends GraphQLOutputType>(type: Type) => new GraphQLNonNull(type)

/** Metadata of all entries and assets. */
const Sys = new GraphQLObjectType<ContentNode, QueryContext>({
  name: 'Sys',
  fields: {
    id: { type: required(GraphQLString), resolve: ({ item }) => item.id },
    spaceId: { type: required(GraphQLString), resolve: () => LOCAL_SPACE_ID },
    environmentId: { type: required(GraphQLString), resolve: (_, __, { source }) => source.environmentId },
    publishedAt: { type: DateTime, resolve: ({ item }) => item.publishedAt },
    firstPublishedAt: { type: DateTime, resolve: ({ item }) => item.firstPublishedAt },
    publishedVersion: { type: GraphQLInt, resolve: ({ item }) => item.publishedVersion },
    locale: { type: GraphQLString, resolve: ({ view }) => view.locale },
  },
})

const ContentfulTag = new GraphQLObjectType<ContentTag, QueryContext>({
  name: 'ContentfulTag',
  fields: { id: { type: GraphQLString }, name: { type: GraphQLString } },
})

const TaxonomyConcept = new GraphQLObjectType({ name: 'TaxonomyConcept', fields: { id: { type: GraphQLString } } })

/** Taxonomies are not supported, so `concepts` is always empty. */
const ContentfulMetadata = new GraphQLObjectType<ContentNode, QueryContext>({
  name: 'ContentfulMetadata',
  fields: {
    tags: { type: required(new GraphQLList(ContentfulTag)), resolve: ({ item }) => item.tags },
    concepts: { type: required(new GraphQLList(TaxonomyConcept)), resolve: () => [] },
  },
})

/** Fields of all entries and assets. */
export const commonFields = {
  sys: { type: required(Sys), resolve: (node: ContentNode) => node },
  contentfulMetadata: { type: required(ContentfulMetadata), resolve: (node: ContentNode) => node },
}

const resolveType = ({ item }: EntryNode) => getGraphqlTypeName(item.contentType)

/** The interface of all entry types. */
export const EntryInterface = new GraphQLInterfaceType({
  name: 'Entry',
  fields: { sys: { type: required(Sys) }, contentfulMetadata: { type: required(ContentfulMetadata) } },
  resolveType,
})

/** The interface of entries that are read by `_id`. */
export const NodeInterface = new GraphQLInterfaceType({
  name: '_Node',
  fields: { _id: { type: required(GraphQLID) } },
  resolveType,
})

/** Creates a collection type: `{ total skip limit items }`. An item with a broken link is `null`. */
export const createCollectionType = (name: string, itemType: GraphQLOutputType) =>
  new GraphQLObjectType<CollectionNode, QueryContext>({
    name,
    fields: {
      total: { type: required(GraphQLInt) },
      skip: { type: required(GraphQLInt) },
      limit: { type: required(GraphQLInt) },
      items: { type: required(new GraphQLList(itemType)) },
    },
  })

/** A collection of entries of all types. */
export const EntryCollection = createCollectionType('EntryCollection', EntryInterface)

/** The value of a Location field. */
export const LocationType = new GraphQLObjectType({
  name: 'Location',
  fields: { lat: { type: GraphQLFloat }, lon: { type: GraphQLFloat } },
})
