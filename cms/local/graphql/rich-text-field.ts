import * as z from 'zod'
import type { FieldDefinition } from '#local/engine/content-type-definition.ts'
import { listRichTextNodes } from '#local/engine/rich-text-nodes.ts'
import type { LinkType } from '#local/links.ts'
import type { ContentNode } from './content-source.ts'
import { resolveLinks } from './resolve-links.ts'

/** Node types with links, by their name in `links`. */
const ASSET_NODE_TYPES = { hyperlink: 'asset-hyperlink', block: 'embedded-asset-block' }
const ENTRY_NODE_TYPES = {
  inline: 'embedded-entry-inline',
  hyperlink: 'entry-hyperlink',
  block: 'embedded-entry-block',
}

/** Prints the types of a rich text field. `name` is that of the field's type. */
export const printRichTextTypes = (name: string): string => `
  type ${name} { json: JSON! links: ${name}Links! }
  type ${name}Links { assets: ${name}Assets! entries: ${name}Entries! resources: ${name}Resources! }
  type ${name}Assets { hyperlink: [Asset]! block: [Asset]! }
  type ${name}Entries { inline: [Entry]! hyperlink: [Entry]! block: [Entry]! }
  type ${name}Resources {
    block: [${name}ResourcesBlock!]!
    inline: [${name}ResourcesInline!]!
    hyperlink: [${name}ResourcesHyperlink!]!
  }
  type ${name}ResourcesBlock implements ResourceLink { sys: ResourceSys! }
  type ${name}ResourcesInline implements ResourceLink { sys: ResourceSys! }
  type ${name}ResourcesHyperlink implements ResourceLink { sys: ResourceSys! }`

/**
 * Resolves a rich text field. Links are resolved when they are selected, each target once. Links to other spaces are not
 * supported, so `resources` is always empty.
 */
export function resolveRichText(id: string, entry: ContentNode) {
  const json = entry.item.fields[id]
  const createLists = (targetType: LinkType, nodeTypes: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(nodeTypes).map(([name, nodeType]) => [
        name,
        () => resolveLinks({ id, targetType }, findLinksInNodes(json, nodeType), entry, entry.view),
      ]),
    )
  const links = {
    assets: createLists('Asset', ASSET_NODE_TYPES),
    entries: createLists('Entry', ENTRY_NODE_TYPES),
    resources: { block: [], inline: [], hyperlink: [] },
  }
  return json ? { json, links } : null
}

/** Returns each target once. */
function findLinksInNodes(document: unknown, nodeType: string) {
  const nodes = listRichTextNodes(document, []).filter((node) => node.nodeType === nodeType)
  return [...new Map(nodes.flatMap(({ target }) => (target ? [[target.sys.id, target]] : []))).values()]
}

/** The number of links that the cost of a query assumes for a rich text without limits. */
const MAX_LINKS = 1_000

/**
 * The number of links that a rich text can have: the sum of the maximum sizes of its node types with links. A node type
 * that is enabled without a maximum makes it 1,000. Contentful does not document the formula; its own templates set these
 * sizes so that their queries are within the limit.
 */
export function countPossibleLinks({ validations = [] }: FieldDefinition): number {
  const { nodes, enabledNodeTypes } = richTextLimitsSchema.parse(Object.assign({}, ...validations))
  return [...Object.values(ASSET_NODE_TYPES), ...Object.values(ENTRY_NODE_TYPES)]
    .filter((type) => enabledNodeTypes?.includes(type) ?? true)
    .map((type) => nodes[type]?.find(({ size }) => size?.max != null)?.size?.max ?? MAX_LINKS)
    .reduce((sum, count) => Math.min(MAX_LINKS, sum + count), 0)
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
