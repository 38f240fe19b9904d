import { listRichTextNodes, type RichTextNode } from './rich-text.ts'
import {
  formatRange,
  isWithinRange,
  NO_VIOLATIONS,
  type RuleChecks,
  type RuleViolation,
} from './validation/find-rule-violations.ts'
import type { ValidationRules } from './validation/validation-rules.ts'

/** Of what every text consists: no rule can leave them out. */
const ALWAYS = ['document', 'paragraph', 'text']

/** What comes along with another node. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  'ordered-list': ['list-item'],
  'unordered-list': ['list-item'],
  table: ['table-row', 'table-cell', 'table-header-cell'],
}

/** Rules that look into a rich text. */
export const richTextRuleChecks: RuleChecks<'enabledMarks' | 'enabledNodeTypes' | 'nodes'> = {
  enabledMarks: ({ value, path }, enabled) =>
    listRichTextNodes(value, path).flatMap(({ marks, path: at }) =>
      marks
        .filter((mark) => !enabled.includes(mark))
        .map((mark) => ({ path: at, expected: enabled, details: `The mark "${mark}" is not enabled` })),
    ),
  enabledNodeTypes: ({ value, path }, enabled) => {
    const allowed = [...ALWAYS, ...enabled, ...enabled.flatMap((type) => PARTS[type] ?? [])]
    return listRichTextNodes(value, path)
      .filter(({ nodeType }) => !allowed.includes(nodeType))
      .map(({ nodeType, path: at }) => ({
        path: at,
        expected: enabled,
        details: `The node type "${nodeType}" is not enabled`,
      }))
  },
  nodes: ({ value, path, store }, byType) => {
    const contentTypeOf = (id: string) => store.entries.get(id)?.contentType ?? undefined
    return Object.entries(byType).flatMap(([nodeType, rules = []]) => {
      const nodes = listRichTextNodes(value, path).filter((node) => node.nodeType === nodeType)
      return rules.flatMap((rule) => nodeFaults(nodes, nodeType, rule, contentTypeOf))
    })
  },
}

type NodeRule = NonNullable<NonNullable<ValidationRules['nodes']>[string]>[number]

function nodeFaults(
  nodes: readonly RichTextNode[],
  nodeType: string,
  { size, linkContentType }: NodeRule,
  contentTypeOf: (id: string) => string | undefined,
): readonly RuleViolation[] {
  const tooMany = size && !isWithinRange(nodes.length, size)
  const number = tooMany
    ? [{ ...size, details: `The number of ${nodeType} nodes must be ${formatRange(size)}.` }]
    : NO_VIOLATIONS
  if (!linkContentType) return number
  const strangers = nodes.flatMap(({ target, path }) => {
    const found = target?.sys.linkType === 'Entry' ? contentTypeOf(target.sys.id) : undefined
    if (found === undefined || linkContentType.includes(found)) return []
    return [{ path, contentTypeId: linkContentType, details: `The linked entry is of the content type ${found}` }]
  })
  return [...number, ...strangers]
}
