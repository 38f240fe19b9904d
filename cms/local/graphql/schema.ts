import {
  type GraphQLFieldConfig,
  GraphQLID,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql'
import type { Page } from '#cms/local/content-source.ts'
import type { ContentTypeDefinition } from '#cms/local/content-type.ts'
import {
  type CollectionArguments,
  collectionArguments,
  type LinkArguments,
  linkArguments,
  pageOf,
} from './arguments.ts'
import { Asset, AssetCollection } from './asset-type.ts'
import { collectionCost, linkCost } from './cost-mark.ts'
import { type EntryTypes, entryField, isLinkList, outputName } from './entry-fields.ts'
import { assertDistinct, linkCollectionName, type Naming, rootName, typeName } from './names.ts'
import { assetNode, type CollectionNode, type EntryNode, entryNode, type QueryContext } from './nodes.ts'
import { collectionType, EntryInterface, NodeInterface, Sys } from './shared-types.ts'

type RootField = GraphQLFieldConfig<undefined, QueryContext>
type IdArguments = LinkArguments & { readonly id: string }

/** The GraphQL schema that Contentful would make of these content types (contentful.md, Names, Root fields, Types). */
export function graphqlSchema(contentTypes: readonly ContentTypeDefinition[]): GraphQLSchema {
  assertDistinct('TYPE', 'The content types', contentTypes.flatMap(typeNamings))
  const types = new Map<string, GraphQLObjectType<EntryNode, QueryContext>>()
  for (const contentType of contentTypes) types.set(contentType.id, entryType(contentType, types))
  const entries = [...types].flatMap(([id, type]) => entryRoots(id, type))
  return new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: { ...assetRoots, ...Object.fromEntries(entries) } }),
  })
}

function entryType(contentType: ContentTypeDefinition, types: EntryTypes): GraphQLObjectType<EntryNode, QueryContext> {
  const fields = shownFields(contentType)
  const namings = fields.map((field): Naming => [field.id, outputName(field)])
  assertDistinct('FIELD', `The fields of "${contentType.id}"`, [['sys', 'sys'], ['_id', '_id'], ...namings])
  return new GraphQLObjectType<EntryNode, QueryContext>({
    name: typeName(contentType.id),
    description: contentType.description || undefined,
    interfaces: [EntryInterface, NodeInterface],
    fields: () => ({
      _id: { type: new GraphQLNonNull(GraphQLID), resolve: ({ item }) => item.id },
      sys: { type: new GraphQLNonNull(Sys), resolve: (node) => node },
      ...Object.fromEntries(fields.map((field) => [outputName(field), entryField(contentType, field, types)])),
    }),
  })
}

/** Every type that one content type brings with it. */
function typeNamings(contentType: ContentTypeDefinition): readonly Naming[] {
  const { id } = contentType
  const lists = shownFields(contentType).filter(isLinkList)
  return [
    [id, typeName(id)],
    [`the list of ${id}`, `${typeName(id)}Collection`],
    ...lists.map((field): Naming => [`${id}.${field.id}`, linkCollectionName(id, field.id)]),
  ]
}

const shownFields = ({ fields }: ContentTypeDefinition) => fields.filter(({ omitted }) => !omitted)

function entryRoots(id: string, type: GraphQLObjectType): readonly (readonly [string, RootField])[] {
  const one: RootField = {
    ...linkCost,
    type,
    args: { id: { type: new GraphQLNonNull(GraphQLString) }, ...linkArguments },
    resolve: (_, args: IdArguments, { source }) => {
      const preview = args.preview ?? false
      const entry = source.entry(args.id, preview)
      return entry?.contentType === id ? entryNode(entry, preview) : null
    },
  }
  const collection: RootField = {
    ...collectionCost(),
    type: collectionType(`${type.name}Collection`, type),
    args: collectionArguments,
    resolve: (_, args: CollectionArguments, { source }) =>
      collectionNode(args, (page) => source.entries(id, page), entryNode),
  }
  return [
    [rootName(id), one],
    [`${rootName(id)}Collection`, collection],
  ]
}

const assetRoots: Readonly<Record<'asset' | 'assetCollection', RootField>> = {
  asset: {
    ...linkCost,
    type: Asset,
    args: { id: { type: new GraphQLNonNull(GraphQLString) }, ...linkArguments },
    resolve: (_, { id, preview }: IdArguments, { source }) => {
      const asset = source.asset(id, preview ?? false)
      return asset ? assetNode(asset, preview ?? false) : null
    },
  },
  assetCollection: {
    ...collectionCost(),
    type: AssetCollection,
    args: collectionArguments,
    resolve: (_, args: CollectionArguments, { source }) => collectionNode(args, source.assets, assetNode),
  },
}

function collectionNode<Item>(
  args: CollectionArguments,
  read: (page: Page) => { readonly total: number; readonly items: readonly Item[] },
  toNode: (item: Item, preview: boolean) => CollectionNode['items'][number],
): CollectionNode {
  const { skip, limit } = pageOf(args)
  const preview = args.preview ?? false
  const { total, items } = read({ skip, limit, preview })
  return { total, skip, limit, items: items.map((item) => toNode(item, preview)) }
}
