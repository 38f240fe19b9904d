import {
  type DocumentNode,
  type FieldNode,
  Kind,
  OperationTypeNode,
  parse,
  type SelectionNode,
  separateOperations,
  type VariableDefinitionNode,
  visit,
} from 'graphql'

interface ItemsQueryOptions {
  /** A content query (content-query.ts). */
  readonly document: DocumentNode
  /** The names of the fields from the root of its response to the items. */
  readonly path: readonly string[]
  /** GraphQL type of the items. */
  readonly type: string
}

/** Name of the root field in the response to a query for items. */
export const ITEMS_ALIAS = 'requested'

/** Name of the variable with the ids of the items. */
export const IDS_VARIABLE = 'requestedIds'

/**
 * Creates a query for items by their ids, the variable `requestedIds`, with the fields that a content query selects at a
 * path of its response. The root field of the result is `requested`.
 */
export function createItemsQuery({ document, path, type }: ItemsQueryOptions): DocumentNode {
  const selections = findSelections(document, path)
  const field = `${type[0]?.toLowerCase()}${type.slice(1)}Collection`
  const template = parse(
    `query Requested($${IDS_VARIABLE}: [String]) {
      ${ITEMS_ALIAS}: ${field}(where: { sys: { id_in: $${IDS_VARIABLE} } }, limit: ${MAX_REQUESTED_ITEMS}) { items { __typename } }
    }`,
    { noLocation: true },
  )
  const items = visit(template, {
    Field: {
      leave: (node) =>
        node.name.value === 'items' && node.selectionSet
          ? { ...node, selectionSet: { ...node.selectionSet, selections } }
          : undefined,
    },
  })
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  const separated = separateOperations({ ...items, definitions: [...items.definitions, ...fragments] }).Requested
  return addVariables(separated ?? items, listVariables(document))
}

/** Items of one request. */
export const MAX_REQUESTED_ITEMS = 100

/** The selections of all fields that have a path in the response. */
function findSelections(document: DocumentNode, path: readonly string[]): readonly SelectionNode[] {
  const root = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections : [],
  )
  return path.reduce<readonly SelectionNode[]>(
    (selections, name) =>
      listFields(document, selections)
        .filter((field) => (field.alias ?? field.name).value === name)
        .flatMap(({ selectionSet }) => selectionSet?.selections ?? []),
    root,
  )
}

/** The fields of a selection, those of its fragments included. */
const listFields = (document: DocumentNode, selections: readonly SelectionNode[]): readonly FieldNode[] =>
  selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node]
    if (node.kind === Kind.INLINE_FRAGMENT) return listFields(document, node.selectionSet.selections)
    const fragment = document.definitions.find(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === node.name.value,
    )
    return fragment?.kind === Kind.FRAGMENT_DEFINITION ? listFields(document, fragment.selectionSet.selections) : []
  })

const listVariables = (document: DocumentNode): readonly VariableDefinitionNode[] =>
  document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? (definition.variableDefinitions ?? []) : [],
  )

/** Declares the variables that the query uses: an unused one is an error. */
function addVariables(document: DocumentNode, variables: readonly VariableDefinitionNode[]): DocumentNode {
  const used = new Set<string>()
  visit(document, { Variable: ({ name }) => void used.add(name.value) })
  const added = variables.filter(({ variable }) => used.has(variable.name.value))
  return visit(document, {
    OperationDefinition: (node) =>
      node.operation === OperationTypeNode.QUERY
        ? { ...node, variableDefinitions: [...(node.variableDefinitions ?? []), ...added] }
        : undefined,
  })
}
