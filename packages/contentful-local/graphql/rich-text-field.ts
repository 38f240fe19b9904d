import { mergeRules } from '#local/engine/validation-schema.ts'
import type { FieldDefinition } from '#local/shared/content-type-definition.ts'
import { listRichTextNodes } from '#local/shared/rich-text-nodes.ts'
import type { ResolvedEntity } from './content-source.ts'
import { resolveLink } from './resolve-links.ts'

const LINK_NODE_TYPES = {
  'asset-hyperlink': 'Asset',
  'embedded-asset-block': 'Asset',
  'embedded-entry-inline': 'Entry',
  'entry-hyperlink': 'Entry',
  'embedded-entry-block': 'Entry',
} as const

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

/** Resolves a rich text field: links when they are selected, each target once. `resources` are of other spaces: always empty. */
export function resolveRichText(id: string, entry: ResolvedEntity) {
  const json = entry.fields[id]
  if (!json) return null
  const resolveLinks = (nodeType: keyof typeof LINK_NODE_TYPES) => () => {
    const nodes = listRichTextNodes(json, []).filter((node) => node.nodeType === nodeType)
    const links = new Map(nodes.flatMap(({ target }) => (target ? [[target.sys.id, target]] : [])))
    const field = { id, targetType: LINK_NODE_TYPES[nodeType] }
    return [...links.values()].map((link) => resolveLink(field, link, entry, entry.view))
  }
  const links = {
    assets: { hyperlink: resolveLinks('asset-hyperlink'), block: resolveLinks('embedded-asset-block') },
    entries: {
      inline: resolveLinks('embedded-entry-inline'),
      hyperlink: resolveLinks('entry-hyperlink'),
      block: resolveLinks('embedded-entry-block'),
    },
    resources: { block: [], inline: [], hyperlink: [] },
  }
  return { json, links }
}

/** The number of links that the cost of a query assumes for a rich text without limits. */
const MAX_LINKS = 1_000

/**
 * The number of links that a rich text can have: the sum of the maximum sizes of its node types with links. A node type
 * that is enabled without a maximum makes it 1,000. Contentful does not document the formula; its own templates set these
 * sizes so that their queries are within the limit.
 */
export function countPossibleLinks({ validations }: FieldDefinition): number {
  const { nodes = {}, enabledNodeTypes } = mergeRules(validations)
  return Object.keys(LINK_NODE_TYPES)
    .filter((type) => enabledNodeTypes?.includes(type) ?? true)
    .map((type) => nodes[type]?.find(({ size }) => size?.max != null)?.size?.max ?? MAX_LINKS)
    .reduce((sum, count) => Math.min(MAX_LINKS, sum + count), 0)
}
