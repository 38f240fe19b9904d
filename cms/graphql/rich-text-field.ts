import {
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from 'graphql'
import type { LinkType } from '#cms/links.ts'
import type { EntryNode, QueryContext } from './content-source.ts'
import type { ContentTypeDefinition, FieldDefinition } from './content-type-definition.ts'
import { localeArguments } from './field-arguments.ts'
import { richTextLinksCost } from './query-cost.ts'
import { resolveLinks } from './resolve-links.ts'
import { listRichTextNodes } from './rich-text-nodes.ts'
import { getFieldTypeName } from './schema-names.ts'
import type { EntryFieldConfig, SchemaParts } from './schema-parts.ts'
import { EntryInterface, JSONValue } from './shared-types.ts'

/** A document on its way through a query. */
interface TextNode {
  readonly document: unknown
  readonly parent: EntryNode
  readonly fieldId: string
}

/** The parts of a document that lead to an entry or asset, by their name in `links`. */
const LINKING = {
  assets: { hyperlink: 'asset-hyperlink', block: 'embedded-asset-block' },
  entries: { inline: 'embedded-entry-inline', hyperlink: 'entry-hyperlink', block: 'embedded-entry-block' },
} as const

/** `json`, and the entries and assets that it links to and embeds. */
export function createRichTextField(
  contentType: ContentTypeDefinition,
  field: FieldDefinition,
  { asset }: SchemaParts,
): EntryFieldConfig {
  const name = getFieldTypeName(contentType.id, field.id)
  const links = new GraphQLObjectType<TextNode, QueryContext>({
    name: `${name}Links`,
    fields: {
      assets: itself(linksType(`${name}Assets`, 'Asset', asset, LINKING.assets)),
      entries: itself(linksType(`${name}Entries`, 'Entry', EntryInterface, LINKING.entries)),
      resources: itself(resourcesType(`${name}Resources`)),
    },
  })
  return {
    type: new GraphQLObjectType<TextNode, QueryContext>({
      name,
      fields: {
        json: { type: new GraphQLNonNull(JSONValue), resolve: ({ document }) => document },
        links: { ...richTextLinksCost, ...itself(links) },
      },
    }),
    args: localeArguments,
    resolve: (parent): TextNode | null => {
      const document = parent.item.fields[field.id]
      return document ? { document, parent, fieldId: field.id } : null
    },
  }
}

const itself = (type: GraphQLObjectType) => ({ type: new GraphQLNonNull(type), resolve: (node: TextNode) => node })

function linksType(
  name: string,
  linkType: LinkType,
  of: GraphQLOutputType,
  nodeTypes: Readonly<Record<string, string>>,
): GraphQLObjectType<TextNode, QueryContext> {
  const list = (nodeType: string) => ({
    type: new GraphQLNonNull(new GraphQLList(of)),
    resolve: ({ document, parent, fieldId }: TextNode, _: unknown, context: QueryContext) =>
      resolveLinks({ id: fieldId, linkType }, linksOf(document, nodeType), parent, parent.preview, context),
  })
  const fields = Object.entries(nodeTypes).map(([id, nodeType]) => [id, list(nodeType)] as const)
  return new GraphQLObjectType<TextNode, QueryContext>({ name, fields: Object.fromEntries(fields) })
}

/** Each target once, however often a text mentions it. */
function linksOf(document: unknown, nodeType: string) {
  const targets = listRichTextNodes(document, []).flatMap((node) =>
    node.nodeType === nodeType ? (node.target ?? []) : [],
  )
  return [...new Map(targets.map((target) => [target.sys.id, target])).values()]
}

const ResourceSys = new GraphQLObjectType({
  name: 'ResourceSys',
  fields: { urn: { type: new GraphQLNonNull(GraphQLString) }, linkType: { type: new GraphQLNonNull(GraphQLString) } },
})

const resourceFields = { sys: { type: new GraphQLNonNull(ResourceSys) } }

const ResourceLink = new GraphQLInterfaceType({ name: 'ResourceLink', fields: resourceFields })

/** Links into other spaces: always none, because the local Contentful refuses to save them. */
function resourcesType(name: string) {
  const list = (kind: string) => {
    const type = new GraphQLObjectType({ name: `${name}${kind}`, interfaces: [ResourceLink], fields: resourceFields })
    return { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type))), resolve: () => [] }
  }
  return new GraphQLObjectType<TextNode, QueryContext>({
    name,
    fields: { block: list('Block'), inline: list('Inline'), hyperlink: list('Hyperlink') },
  })
}
