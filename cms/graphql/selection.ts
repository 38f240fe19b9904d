import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'

/** A validated query, ready to be walked. */
export interface QueryTraversal {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: Readonly<Record<string, unknown>>
  /** Codes of those that exist; the first one is answered. */
  readonly locales: readonly string[]
}

/** One field that a query selects; the same field selected twice (by two fragments) is one. */
export interface SelectedField {
  readonly field: GraphQLField<unknown, unknown>
  readonly args: Readonly<Record<string, unknown>>
  /** What it may lead to: several types for a union or an interface, none for scalars. */
  readonly types: readonly GraphQLObjectType[]
  readonly selections: readonly SelectionSetNode[]
}

export const getFragments = (document: DocumentNode): QueryTraversal['fragments'] =>
  new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  )

/** The fields that selections choose of a type. Introspection is left out: it is free. */
export function getSelectedFields(
  walk: QueryTraversal,
  type: GraphQLObjectType,
  selections: readonly SelectionSetNode[],
): readonly SelectedField[] {
  const byKey = new Map<string, FieldNode[]>()
  for (const selection of selections) collect(walk, type, selection, byKey)
  return [...byKey.values()].flatMap((nodes) => selectedField(walk, type, nodes))
}

function selectedField(
  walk: QueryTraversal,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
): readonly SelectedField[] {
  const [node] = nodes
  const field = node && type.getFields()[node.name.value]
  if (!node || !field) return []
  const target = getNamedType(field.type)
  return [
    {
      field,
      args: getArgumentValues(field, node, walk.variables),
      types: isAbstractType(target) ? walk.schema.getPossibleTypes(target) : isObjectType(target) ? [target] : [],
      selections: nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
    },
  ]
}

function collect(
  walk: QueryTraversal,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  into: Map<string, FieldNode[]>,
) {
  for (const selection of selections) {
    const skipped = getDirectiveValues(GraphQLSkipDirective, selection, walk.variables)?.if === true
    const included = getDirectiveValues(GraphQLIncludeDirective, selection, walk.variables)?.if !== false
    if (skipped || !included) continue
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value
      into.set(key, [...(into.get(key) ?? []), selection])
      continue
    }
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : walk.fragments.get(selection.name.value)
    if (fragment && applies(walk.schema, type, fragment.typeCondition?.name.value)) {
      collect(walk, type, fragment.selectionSet, into)
    }
  }
}

function applies(schema: GraphQLSchema, type: GraphQLObjectType, condition: string | undefined): boolean {
  if (condition === undefined || condition === type.name) return true
  const wanted = schema.getType(condition)
  return isAbstractType(wanted) && schema.isSubType(wanted, type)
}
