import {
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
} from 'graphql'
import * as z from 'zod'
import type { ContentTypeDefinition, FieldDefinition } from '#local/engine/content-type-definition.ts'
import { listRichTextNodes } from '#local/engine/rich-text-nodes.ts'
import type { LinkType } from '#local/links.ts'
import type { EntryNode, QueryContext } from './content-source.ts'
import { type LocaleArguments, localeArguments, readInLocale, selectView } from './field-arguments.ts'
import { createFixedCost } from './query-cost.ts'
import { resolveLinks } from './resolve-links.ts'
import { getFieldTypeName } from './schema-names.ts'
import type { EntryFieldConfig, SchemaParts } from './schema-parts.ts'
import { EntryInterface, JSONValue } from './shared-types.ts'

/** A rich text value as the parent of a resolver. */
interface RichTextValue {
  readonly document: unknown
  readonly parent: EntryNode
  readonly fieldId: string
}

/** Node types with links, by their name in `links`. */
const LINK_NODE_TYPES = {
  assets: { hyperlink: 'asset-hyperlink', block: 'embedded-asset-block' },
  entries: { inline: 'embedded-entry-inline', hyperlink: 'entry-hyperlink', block: 'embedded-entry-block' },
} as const

/** The number of links that the cost of a query assumes for a rich text without limits. */
const MAX_LINKS = 1_000

/**
 * The number of links that a rich text can have: the sum of the maximum sizes of its node types with links. A node type
 * that is enabled without a maximum makes it 1,000. Contentful does not document the formula; its own templates set these
 * sizes so that their queries are within the limit.
 */
function countPossibleLinks({ validations = [] }: FieldDefinition): number {
  const { nodes, enabledNodeTypes } = richTextLimitsSchema.parse(Object.assign({}, ...validations))
  const counts = Object.values(LINK_NODE_TYPES)
    .flatMap((types) => Object.values(types))
    .filter((type) => enabledNodeTypes?.includes(type) ?? true)
    .map((type) => nodes[type]?.find(({ size }) => size?.max != null)?.size?.max ?? MAX_LINKS)
  return Math.min(
    MAX_LINKS,
    counts.reduce((sum, count) => sum + count, 0),
  )
}

const richTextLimitsSchema = z.object({
  nodes: z
    .record(z.string(), z.array(z.object({ size: z.object({ max: z.number().nullish() }).optional() })))
    .default({}),
  enabledNodeTypes: z.array(z.string()).optional(),
})

/** Creates a rich text field: `json`, and `links` with linked and embedded entries and assets. */
export function createRichTextField(
  contentType: ContentTypeDefinition,
  field: FieldDefinition,
  { asset }: SchemaParts,
): EntryFieldConfig {
  const name = getFieldTypeName(contentType.id, field.id)
  const links = new GraphQLObjectType<RichTextValue, QueryContext>({
    name: `${name}Links`,
    fields: {
      assets: passThrough(createLinksType(`${name}Assets`, 'Asset', asset, LINK_NODE_TYPES.assets)),
      entries: passThrough(createLinksType(`${name}Entries`, 'Entry', EntryInterface, LINK_NODE_TYPES.entries)),
      resources: passThrough(createResourcesType(`${name}Resources`)),
    },
  })
  return {
    type: new GraphQLObjectType<RichTextValue, QueryContext>({
      name,
      fields: {
        json: { type: new GraphQLNonNull(JSONValue), resolve: ({ document }) => document },
        links: { ...createFixedCost(countPossibleLinks(field)), ...passThrough(links) },
      },
    }),
    args: localeArguments,
    resolve: (entry, args: LocaleArguments, context): RichTextValue | null => {
      const view = selectView(entry.view, args)
      const parent = { ...readInLocale(entry, args, context), view }
      const document = parent.item.fields[field.id]
      return document ? { document, parent, fieldId: field.id } : null
    },
  }
}

const passThrough = (type: GraphQLObjectType) => ({
  type: new GraphQLNonNull(type),
  resolve: (node: RichTextValue) => node,
})

function createLinksType(
  name: string,
  linkType: LinkType,
  itemType: GraphQLOutputType,
  nodeTypes: Readonly<Record<string, string>>,
): GraphQLObjectType<RichTextValue, QueryContext> {
  const createList = (nodeType: string) => ({
    type: new GraphQLNonNull(new GraphQLList(itemType)),
    resolve: ({ document, parent, fieldId }: RichTextValue, _: unknown, context: QueryContext) =>
      resolveLinks({ id: fieldId, linkType }, findLinksInNodes(document, nodeType), parent, parent.view, context),
  })
  const fields = Object.entries(nodeTypes).map(([id, nodeType]) => [id, createList(nodeType)] as const)
  return new GraphQLObjectType<RichTextValue, QueryContext>({ name, fields: Object.fromEntries(fields) })
}

/** Returns each target once. */
function findLinksInNodes(document: unknown, nodeType: string) {
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

/** Links to other spaces: always empty, because the local Contentful rejects them. */
function createResourcesType(name: string) {
  const createList = (placement: string) => {
    const type = new GraphQLObjectType({
      name: `${name}${placement}`,
      interfaces: [ResourceLink],
      fields: resourceFields,
    })
    return { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type))), resolve: () => [] }
  }
  return new GraphQLObjectType<RichTextValue, QueryContext>({
    name,
    fields: { block: createList('Block'), inline: createList('Inline'), hyperlink: createList('Hyperlink') },
  })
}
