import {
  type DocumentNode,
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import type { CompiledGraphqlSchema } from './create-graphql-schema.ts'
import { ContentfulGraphqlError } from './graphql-errors.ts'

/** Maximum of the argument `limit`. */
const MAX_COLLECTION_LIMIT = 1_000

/**
 * Calculates the cost of a validated operation as Contentful does (docs/contentful.md, Complexity), and whether it reads
 * drafts, before it is executed. A library counts each field node of the query; Contentful counts the fields of the response.
 * Throws `ContentfulGraphqlError` for an invalid `skip` or `limit`.
 */
export function inspectQuery(
  { schema, behaviors }: CompiledGraphqlSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
) {
  const root = schema.getRootType(operation.operation)
  if (!root) throw new ContentfulGraphqlError('INVALID_QUERY', `There is no ${operation.operation} here.`)
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : [],
    ),
  )
  let requestsDrafts = false

  const isSelected = (node: SelectionNode) =>
    getDirectiveValues(GraphQLSkipDirective, node, variables)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false

  const appliesTo = (type: GraphQLObjectType, condition: string | undefined) => {
    if (condition === undefined || condition === type.name) return true
    const conditionType = schema.getType(condition)
    return isAbstractType(conditionType) && schema.isSubType(conditionType, type)
  }

  /** Lists the selected fields of a type, also those of fragments. */
  const listFields = (type: GraphQLObjectType, { selections }: SelectionSetNode): readonly FieldNode[] =>
    selections.filter(isSelected).flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return selection
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection
      return fragment && appliesTo(type, fragment.typeCondition?.name.value)
        ? listFields(type, fragment.selectionSet)
        : []
    })

  /** Fields with the same name in the response are one: two fragments can select the same field. */
  function getSelectionCost(type: GraphQLObjectType, sets: readonly SelectionSetNode[], parentCost: number): number {
    const nodes = sets.flatMap((set) => listFields(type, set))
    return [...Map.groupBy(nodes, ({ alias, name }) => (alias ?? name).value).values()]
      .map((group) => getFieldCost(type, group, parentCost))
      .reduce((sum, cost) => sum + cost, 0)
  }

  /** Introspection costs nothing. A value has only one of the possible types, so the highest cost counts. */
  function getFieldCost(type: GraphQLObjectType, nodes: readonly FieldNode[], parentCost: number): number {
    const [node] = nodes
    const field = node && type.getFields()[node.name.value]
    if (!field) return 0
    const args = getArgumentValues(field, node, variables)
    validatePage(field.name, args)
    requestsDrafts ||= args.preview === true
    const fieldCost = behaviors.get(`${type.name}.${field.name}`)?.cost
    const cost = fieldCost && parentCost * fieldCost(args)
    const target = getNamedType(field.type)
    const types = isAbstractType(target) ? schema.getPossibleTypes(target) : isObjectType(target) ? [target] : []
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
    return (cost ?? 0) + Math.max(0, ...types.map((possible) => getSelectionCost(possible, sets, cost ?? parentCost)))
  }

  const cost = getSelectionCost(root, [operation.selectionSet], 1)
  return { cost, requestsDrafts }
}

function validatePage(name: string, { limit, skip }: Readonly<Record<string, unknown>>) {
  const createError = (text: string) => new ContentfulGraphqlError('BAD_REQUEST', text)
  if (typeof limit === 'number' && (limit < 1 || limit > MAX_COLLECTION_LIMIT))
    throw createError(`The argument 'limit' of '${name}' must be from 1 to ${MAX_COLLECTION_LIMIT}, not ${limit}`)
  if (typeof skip === 'number' && skip < 0)
    throw createError(`The argument 'skip' of '${name}' must not be negative, but it was ${skip}`)
}
