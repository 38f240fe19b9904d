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

/** Seven times the tokens of the site's longest query. */
const MAX_TOKENS = 1_000

/**
 * Rewrites a content query for drafts: adds `preview: true` to every root field, and `__typename` to every selection, by
 * which live preview identifies entries. Returns `null` for everything else: invalid syntax, mutations, introspection.
 */
export function createDraftQuery(query: string): string | null {
  const document = parseDocument(query)
  return document && isSingleQuery(document) && !hasIntrospection(document)
    ? stripIgnoredCharacters(print(visit(document, DRAFT_VISITOR)))
    : null
}

function parseDocument(query: string): DocumentNode | null {
  try {
    return parse(query, { maxTokens: MAX_TOKENS, noLocation: true })
  } catch {
    return null
  }
}

/** Whether the document has one query, its fragments, and nothing else. */
function isSingleQuery({ definitions }: DocumentNode): boolean {
  const operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  return (
    operations.length === 1 &&
    operations.every(({ operation }) => operation === OperationTypeNode.QUERY) &&
    definitions.every(isExecutableDefinitionNode)
  )
}

function hasIntrospection(document: DocumentNode): boolean {
  let isFound = false
  visit(document, {
    Field: ({ name }) => {
      isFound ||= /^__(schema|type)$/.test(name.value)
    },
  })
  return isFound
}

const TYPENAME_FIELD = {
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value: '__typename' },
} as const satisfies FieldNode

const PREVIEW_ARGUMENT = {
  kind: Kind.ARGUMENT,
  name: { kind: Kind.NAME, value: 'preview' },
  value: { kind: Kind.BOOLEAN, value: true },
} as const satisfies ArgumentNode

const DRAFT_VISITOR: ASTVisitor = {
  OperationDefinition: { leave: (node) => ({ ...node, selectionSet: addPreviewArguments(node.selectionSet) }) },
  FragmentDefinition: {
    leave: (node) =>
      node.typeCondition.name.value === 'Query'
        ? { ...node, selectionSet: addPreviewArguments(node.selectionSet) }
        : undefined,
  },
  Field: {
    leave: ({ selectionSet, ...field }) =>
      selectionSet && !selectionSet.selections.some(isTypename)
        ? { ...field, selectionSet: { ...selectionSet, selections: [...selectionSet.selections, TYPENAME_FIELD] } }
        : undefined,
  },
}

const isTypename = (node: SelectionNode) =>
  node.kind === Kind.FIELD && node.name.value === TYPENAME_FIELD.name.value && node.alias === undefined

/** Sets `preview: true` on the fields of a root selection, those of its inline fragments included. */
const addPreviewArguments = (root: SelectionSetNode): SelectionSetNode => ({
  ...root,
  selections: root.selections.map((node): SelectionNode => {
    if (node.kind === Kind.INLINE_FRAGMENT) return { ...node, selectionSet: addPreviewArguments(node.selectionSet) }
    if (node.kind !== Kind.FIELD || node.name.value === TYPENAME_FIELD.name.value) return node
    const otherArguments = node.arguments?.filter(({ name }) => name.value !== PREVIEW_ARGUMENT.name.value) ?? []
    return { ...node, arguments: [...otherArguments, PREVIEW_ARGUMENT] }
  }),
})
