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

/** Which version of entries and assets a query reads. */
export type ContentVersion = 'draft' | 'published'

/** Sends a query for a version of the content. Resolves with Contentful's response, or with the reason why there is none. */
export type SendVersionQuery = (
  version: ContentVersion,
  document: DocumentNode,
  request: QueryParameters,
) => Promise<ContentfulResponse>

interface QueryParameters {
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
  readonly operationName?: string | null | undefined
}

export type ContentfulResponse = { readonly status: number; readonly text: string } | string

/** Seven times the tokens of the site's longest query. */
const MAX_TOKENS = 1_000

/** Parses a content query. Returns `null` for everything else: invalid syntax, mutations, introspection. */
export function parseContentQuery(query: string): DocumentNode | null {
  const document = parseDocument(query)
  return document && isSingleQuery(document) && !hasIntrospection(document) ? document : null
}

/**
 * Prints a content query for a version: with `preview` in every root field, and `__typename` in every selection, by which
 * live preview identifies entries.
 */
export const printVersionQuery = (document: DocumentNode, version: ContentVersion): string =>
  stripIgnoredCharacters(print(visit(document, createVersionVisitor(version === 'draft'))))

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

const createVersionVisitor = (isPreview: boolean): ASTVisitor => ({
  OperationDefinition: { leave: (node) => ({ ...node, selectionSet: setPreview(node.selectionSet, isPreview) }) },
  FragmentDefinition: {
    leave: (node) =>
      node.typeCondition.name.value === 'Query'
        ? { ...node, selectionSet: setPreview(node.selectionSet, isPreview) }
        : undefined,
  },
  Field: {
    leave: ({ selectionSet, ...field }) =>
      selectionSet && !selectionSet.selections.some(isTypename)
        ? { ...field, selectionSet: { ...selectionSet, selections: [...selectionSet.selections, TYPENAME_FIELD] } }
        : undefined,
  },
})

const isTypename = (node: SelectionNode) =>
  node.kind === Kind.FIELD && node.name.value === TYPENAME_FIELD.name.value && node.alias === undefined

/** Sets `preview` of the fields of a root selection, those of its inline fragments included. */
const setPreview = (root: SelectionSetNode, isPreview: boolean): SelectionSetNode => ({
  ...root,
  selections: root.selections.map((node): SelectionNode => {
    if (node.kind === Kind.INLINE_FRAGMENT) return { ...node, selectionSet: setPreview(node.selectionSet, isPreview) }
    if (node.kind !== Kind.FIELD || node.name.value === TYPENAME_FIELD.name.value) return node
    const otherArguments = node.arguments?.filter(({ name }) => name.value !== 'preview') ?? []
    const argument: ArgumentNode = {
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: 'preview' },
      value: { kind: Kind.BOOLEAN, value: isPreview },
    }
    return { ...node, arguments: [...otherArguments, argument] }
  }),
})
