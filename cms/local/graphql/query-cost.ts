import {
  type DocumentNode,
  type FieldNode,
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
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { ContentfulGraphqlError } from './graphql-errors.ts'

/** Number of items without the argument `limit`; Contentful omits the others silently (docs/contentful.md, Complexity). */
export const DEFAULT_COLLECTION_LIMIT = 100
const MAX_COLLECTION_LIMIT = 1_000

/** Name of the extension of a field that contains its `FieldCost`. */
export const COST_EXTENSION = 'contentfulCost'

type FieldArguments = Readonly<Record<string, unknown>>

/** The number of entries and assets of a field for each of its parent. Fields without it, such as scalars, cost nothing. */
export type FieldCost = (args: FieldArguments) => number

/** Cost of a link to one entry or asset. */
export const linkCost: FieldCost = () => 1

/** Cost of a field that returns one node per id. */
export const idsCost: FieldCost = ({ ids }) => (Array.isArray(ids) ? ids.length : 0)

/** Creates the cost of a collection. `maxItems`: the `size.max` of an array field. */
export const createCollectionCost =
  (maxItems = Number.POSITIVE_INFINITY): FieldCost =>
  ({ limit }) =>
    Math.min(typeof limit === 'number' ? limit : DEFAULT_COLLECTION_LIMIT, maxItems)

const isFieldCost = (value: unknown): value is FieldCost => typeof value === 'function'

/** A validated operation of a query. */
export interface QueryOperation {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly root: GraphQLObjectType
  readonly variables: FieldArguments
}

/** Cost of a query, and whether it reads drafts, before it is executed. */
export interface QueryInspection {
  readonly cost: number
  readonly requestsDrafts: boolean
}

/**
 * Calculates the cost as Contentful does (docs/contentful.md, Complexity). Why no library does: docs/decisions/0066.
 * Throws `ContentfulGraphqlError` for an invalid `skip` or `limit`.
 */
export function inspectQuery({ schema, document, operation, root, variables }: QueryOperation): QueryInspection {
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

  /** Groups the selected fields by their name in the response: two fragments can select the same field. */
  function collectFields(
    type: GraphQLObjectType,
    selectionSets: readonly SelectionSetNode[],
    nodesByKey = new Map<string, FieldNode[]>(),
  ) {
    for (const selection of selectionSets.flatMap(({ selections }) => selections).filter(isSelected)) {
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value
        nodesByKey.set(key, [...(nodesByKey.get(key) ?? []), selection])
        continue
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection
      if (fragment && appliesTo(type, fragment.typeCondition?.name.value))
        collectFields(type, [fragment.selectionSet], nodesByKey)
    }
    return nodesByKey
  }

  const getSelectionCost = (
    type: GraphQLObjectType,
    selectionSets: readonly SelectionSetNode[],
    parentCost: number,
  ): number =>
    [...collectFields(type, selectionSets).values()].reduce(
      (sum, nodes) => sum + getFieldCost(type, nodes, parentCost),
      0,
    )

  /** Introspection costs nothing. A value has only one of the possible types, so the highest cost counts. */
  function getFieldCost(type: GraphQLObjectType, nodes: readonly FieldNode[], parentCost: number): number {
    const [node] = nodes
    const field = node && type.getFields()[node.name.value]
    if (!field) return 0
    const args = getArgumentValues(field, node, variables)
    validatePage(field, args)
    requestsDrafts ||= args.preview === true
    const fieldCost = field.extensions[COST_EXTENSION]
    const cost = isFieldCost(fieldCost) ? parentCost * fieldCost(args) : undefined
    const target = getNamedType(field.type)
    const types = isAbstractType(target) ? schema.getPossibleTypes(target) : isObjectType(target) ? [target] : []
    const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
    const costs = types.map((possible) => getSelectionCost(possible, selectionSets, cost ?? parentCost))
    return (cost ?? 0) + Math.max(0, ...costs)
  }

  const cost = getSelectionCost(root, [operation.selectionSet], 1)
  return { cost, requestsDrafts }
}

function validatePage({ name }: GraphQLField<unknown, unknown>, { limit, skip }: FieldArguments) {
  const createError = (text: string) => new ContentfulGraphqlError('BAD_REQUEST', text)
  if (typeof limit === 'number' && (limit < 1 || limit > MAX_COLLECTION_LIMIT))
    throw createError(`The argument 'limit' of '${name}' must be from 1 to ${MAX_COLLECTION_LIMIT}, not ${limit}`)
  if (typeof skip === 'number' && skip < 0)
    throw createError(`The argument 'skip' of '${name}' must not be negative, but it was ${skip}`)
}
