import {
  type ArgumentNode,
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  isExecutableDefinitionNode,
  Kind,
  OperationTypeNode,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  stripIgnoredCharacters,
  visit,
} from 'graphql'

/** Seven times those of the site's longest query. */
const MOST_TOKENS = 1_000

/**
 * The same question, asked of drafts: `preview: true` for every root field, and `__typename` everywhere, by which live
 * preview knows what it has. `null` for what is no question to the content: unreadable, a mutation, about the schema.
 */
export function createDraftQuery(query: string): string | null {
  const document = parsed(query)
  return document && isQuestion(document) && !asksForSchema(document)
    ? stripIgnoredCharacters(print(visit(document, TO_DRAFTS)))
    : null
}

function parsed(query: string): DocumentNode | null {
  try {
    return parse(query, { maxTokens: MOST_TOKENS, noLocation: true })
  } catch {
    return null
  }
}

/** One query, with its fragments. */
function isQuestion({ definitions }: DocumentNode): boolean {
  const operations = definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION)
  return (
    operations.length === 1 &&
    operations.every(({ operation }) => operation === OperationTypeNode.QUERY) &&
    definitions.every(isExecutableDefinitionNode)
  )
}

function asksForSchema(document: DocumentNode): boolean {
  let asks = false
  visit(document, {
    Field: ({ name }) => {
      asks ||= /^__(schema|type)$/.test(name.value)
    },
  })
  return asks
}

const TYPE_NAME = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const satisfies FieldNode
const PREVIEW = {
  kind: Kind.ARGUMENT,
  name: { kind: Kind.NAME, value: 'preview' },
  value: { kind: Kind.BOOLEAN, value: true },
} as const satisfies ArgumentNode

const TO_DRAFTS: ASTVisitor = {
  OperationDefinition: { leave: (node) => ({ ...node, selectionSet: rootOfDrafts(node.selectionSet) }) },
  FragmentDefinition: {
    leave: (node) =>
      node.typeCondition.name.value === 'Query'
        ? { ...node, selectionSet: rootOfDrafts(node.selectionSet) }
        : undefined,
  },
  Field: {
    leave: ({ selectionSet, ...field }) =>
      selectionSet && !selectionSet.selections.some(isTypeName)
        ? { ...field, selectionSet: { ...selectionSet, selections: [...selectionSet.selections, TYPE_NAME] } }
        : undefined,
  },
}

const isTypeName = (node: SelectionNode) =>
  node.kind === Kind.FIELD && node.name.value === TYPE_NAME.name.value && node.alias === undefined

const rootOfDrafts = (root: SelectionSetNode): SelectionSetNode => ({
  ...root,
  selections: root.selections.map((node): SelectionNode => {
    if (node.kind === Kind.INLINE_FRAGMENT) return { ...node, selectionSet: rootOfDrafts(node.selectionSet) }
    if (node.kind !== Kind.FIELD || node.name.value === TYPE_NAME.name.value) return node
    const others = node.arguments?.filter(({ name }) => name.value !== PREVIEW.name.value) ?? []
    return { ...node, arguments: [...others, PREVIEW] }
  }),
})
