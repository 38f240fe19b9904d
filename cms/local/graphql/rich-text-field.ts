import * as z from 'zod'
import type { LinkType } from '#local/links.ts'
import type { EntryNode } from './content-source.ts'
import type { FieldDefinition } from './content-type-definition.ts'
import type { ModelPart } from './graphql-errors.ts'
import { type LocaleArguments, readInLocale, resolveLinks } from './resolve-links.ts'
import { listRichTextNodes } from './rich-text-nodes.ts'
import { LOCALE_ARGUMENTS, type OutputField, type SchemaType } from './schema-type.ts'

/** Node types with links, by their name in `links`. */
const ASSET_NODE_TYPES = { hyperlink: 'asset-hyperlink', block: 'embedded-asset-block' }
const ENTRY_NODE_TYPES = {
  inline: 'embedded-entry-inline',
  hyperlink: 'entry-hyperlink',
  block: 'embedded-entry-block',
}

/** Resolves a rich text field. Links are resolved when they are selected, each target once. */
export const createRichTextField = ({ id }: FieldDefinition, type: string): OutputField => ({
  signature: `(${LOCALE_ARGUMENTS}): ${type}`,
  resolve: (entry: EntryNode, args: LocaleArguments, context) => {
    const parent = readInLocale(entry, args, context)
    const json = parent.item.fields[id]
    const createLists = (linkType: LinkType, nodeTypes: Readonly<Record<string, string>>) =>
      Object.fromEntries(
        Object.entries(nodeTypes).map(([name, nodeType]) => [
          name,
          () => resolveLinks({ id, linkType }, findLinksInNodes(json, nodeType), parent, parent.view, context),
        ]),
      )
    const links = {
      assets: createLists('Asset', ASSET_NODE_TYPES),
      entries: createLists('Entry', ENTRY_NODE_TYPES),
      resources: { block: [], inline: [], hyperlink: [] },
    }
    return json ? { json, links } : null
  },
})

/** Returns each target once. */
function findLinksInNodes(document: unknown, nodeType: string) {
  const targets = listRichTextNodes(document, []).flatMap((node) =>
    node.nodeType === nodeType ? (node.target ?? []) : [],
  )
  return [...new Map(targets.map((target) => [target.sys.id, target])).values()]
}

/** Defines the types of a rich text field. `name` is that of the field's type. */
export function defineRichTextTypes(field: FieldDefinition, name: string, owner: ModelPart): readonly SchemaType[] {
  const maxLinks = countPossibleLinks(field)
  const define = (typeName: string, signatures: Readonly<Record<string, string>>, implemented = ''): SchemaType => ({
    name: typeName,
    owner,
    definition: {
      head: `type ${typeName}${implemented}`,
      fields: Object.fromEntries(Object.entries(signatures).map(([id, type]) => [id, { signature: `: ${type}` }])),
    },
  })
  const resources = { block: 'Block', inline: 'Inline', hyperlink: 'Hyperlink' }
  const mapTypes = <Names extends object>(names: Names, toType: (value: string) => string) =>
    Object.fromEntries(Object.entries(names).map(([id, value]) => [id, toType(String(value))]))
  return [
    {
      name,
      owner,
      definition: {
        head: `type ${name}`,
        fields: { json: { signature: ': JSON!' }, links: { signature: `: ${name}Links!`, cost: () => maxLinks } },
      },
    },
    define(`${name}Links`, {
      assets: `${name}Assets!`,
      entries: `${name}Entries!`,
      resources: `${name}Resources!`,
    }),
    define(
      `${name}Assets`,
      mapTypes(ASSET_NODE_TYPES, () => '[Asset]!'),
    ),
    define(
      `${name}Entries`,
      mapTypes(ENTRY_NODE_TYPES, () => '[Entry]!'),
    ),
    define(
      `${name}Resources`,
      mapTypes(resources, (placement) => `[${name}Resources${placement}!]!`),
    ),
    ...Object.values(resources).map((placement) =>
      define(`${name}Resources${placement}`, { sys: 'ResourceSys!' }, ' implements ResourceLink'),
    ),
  ]
}

/** The number of links that the cost of a query assumes for a rich text without limits. */
const MAX_LINKS = 1_000

/**
 * The number of links that a rich text can have: the sum of the maximum sizes of its node types with links. A node type
 * that is enabled without a maximum makes it 1,000. Contentful does not document the formula; its own templates set these
 * sizes so that their queries are within the limit.
 */
function countPossibleLinks({ validations = [] }: FieldDefinition): number {
  const { nodes, enabledNodeTypes } = richTextLimitsSchema.parse(Object.assign({}, ...validations))
  const counts = [...Object.values(ASSET_NODE_TYPES), ...Object.values(ENTRY_NODE_TYPES)]
    .filter((type) => enabledNodeTypes?.includes(type) ?? true)
    .map((type) => nodes[type]?.find(({ size }) => size?.max != null)?.size?.max ?? MAX_LINKS)
  return Math.min(
    MAX_LINKS,
    counts.reduce((sum, count) => sum + count, 0),
  )
}

/** Values that do not have this form are no limits. */
const richTextLimitsSchema = z.object({
  nodes: z
    .record(
      z.string(),
      z.array(z.object({ size: z.object({ max: z.number().nullish() }).optional().catch(undefined) })).catch([]),
    )
    .catch({}),
  enabledNodeTypes: z.array(z.string()).optional().catch(undefined),
})
