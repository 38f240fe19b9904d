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
import { DEFAULT_COLLECTION_LIMIT, MAX_COLLECTION_LIMIT } from './field-arguments.ts'
import { ContentfulGraphqlError } from './graphql-errors.ts'

/** Cost of a field, multiplied by the cost of its parent (docs/contentful.md, Complexity). Scalars have no cost. */
export type FieldCost =
  | { readonly kind: 'fixed'; readonly times: number }
  /** `maxItems`: the `size.max` of an array field. */
  | { readonly kind: 'collection'; readonly maxItems: number }
  /** One per item of the argument `ids`. */
  | { readonly kind: 'ids' }

const EXTENSION_KEY = 'contentfulCost'

const createCostExtension = (cost: FieldCost) => ({ extensions: { [EXTENSION_KEY]: cost } })

/** Creates the cost of a field with a fixed number of entries and assets, such as the links of a rich text field. */
export const createFixedCost = (times: number) => createCostExtension({ kind: 'fixed', times })

/** Cost of a link to one entry or asset. */
export const linkCost = createFixedCost(1)

/** Cost of a field that returns one node per id. */
export const idsCost = createCostExtension({ kind: 'ids' })

/** Creates the cost of a collection. `maxItems`: the `size.max` of an array field. */
export const createCollectionCost = (maxItems = Number.POSITIVE_INFINITY) =>
  createCostExtension({ kind: 'collection', maxItems })

function getFieldCost(field: GraphQLField<unknown, unknown>): FieldCost | undefined {
  const cost = field.extensions[EXTENSION_KEY]
  return isFieldCost(cost) ? cost : undefined
}

const isFieldCost = (cost: unknown): cost is FieldCost => typeof cost === 'object' && cost !== null && 'kind' in cost

/** The inputs for traversing a validated query. */
export interface QueryTraversal {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: Readonly<Record<string, unknown>>
  /** Codes of the locales. */
  readonly locales: readonly string[]
}

/** A selected field of a query. A field that two fragments select is listed once. */
interface SelectedField {
  readonly field: GraphQLField<unknown, unknown>
  readonly args: Readonly<Record<string, unknown>>
  /** Possible object types of its value: several for a union or an interface, none for scalars. */
  readonly types: readonly GraphQLObjectType[]
  readonly selections: readonly SelectionSetNode[]
}

/** Returns the fragments of a query by name. */
export const getFragments = (document: DocumentNode): QueryTraversal['fragments'] =>
  new Map(
    document.definitions
      .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
      .map((fragment) => [fragment.name.value, fragment]),
  )

/** Returns the selected fields of a type. Introspection has no cost and is omitted. */
function getSelectedFields(
  traversal: QueryTraversal,
  type: GraphQLObjectType,
  selections: readonly SelectionSetNode[],
): readonly SelectedField[] {
  const nodesByKey = new Map<string, FieldNode[]>()
  for (const selection of selections) collectFieldNodes(traversal, type, selection, nodesByKey)
  return [...nodesByKey.values()].flatMap((nodes) => toSelectedField(traversal, type, nodes))
}

function toSelectedField(
  traversal: QueryTraversal,
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
      args: getArgumentValues(field, node, traversal.variables),
      types: isAbstractType(target) ? traversal.schema.getPossibleTypes(target) : isObjectType(target) ? [target] : [],
      selections: nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
    },
  ]
}

function collectFieldNodes(
  traversal: QueryTraversal,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  nodesByKey: Map<string, FieldNode[]>,
) {
  for (const selection of selections) {
    const isSkipped = getDirectiveValues(GraphQLSkipDirective, selection, traversal.variables)?.if === true
    const isIncluded = getDirectiveValues(GraphQLIncludeDirective, selection, traversal.variables)?.if !== false
    if (isSkipped || !isIncluded) continue
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value
      nodesByKey.set(key, [...(nodesByKey.get(key) ?? []), selection])
      continue
    }
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : traversal.fragments.get(selection.name.value)
    if (fragment && appliesTo(traversal.schema, type, fragment.typeCondition?.name.value)) {
      collectFieldNodes(traversal, type, fragment.selectionSet, nodesByKey)
    }
  }
}

function appliesTo(schema: GraphQLSchema, type: GraphQLObjectType, condition: string | undefined): boolean {
  if (condition === undefined || condition === type.name) return true
  const conditionType = schema.getType(condition)
  return isAbstractType(conditionType) && schema.isSubType(conditionType, type)
}

/** Cost of a query, and whether it reads drafts, before it is executed. */
export interface QueryInspection {
  readonly cost: number
  readonly requestsDrafts: boolean
}

const NO_COST: QueryInspection = { cost: 0, requestsDrafts: false }

/** Traverses a query with its variables. Throws `ContentfulGraphqlError` for invalid arguments. */
export function inspectQuery(
  traversal: QueryTraversal,
  type: GraphQLObjectType,
  selections: readonly SelectionSetNode[],
  parentCost = 1,
): QueryInspection {
  return getSelectedFields(traversal, type, selections)
    .map((selected) => inspectField(traversal, selected, parentCost))
    .reduce(addInspections, NO_COST)
}

function inspectField(traversal: QueryTraversal, selected: SelectedField, parentCost: number): QueryInspection {
  const { field, args, types, selections } = selected
  validateArguments(traversal, field.name, args)
  const fieldCost = getFieldCost(field)
  const cost = parentCost * (fieldCost ? getMultiplier(fieldCost, args) : 1)
  const children = types.map((type) => inspectQuery(traversal, type, selections, cost)).reduce(maxInspection, NO_COST)
  return addInspections({ cost: fieldCost ? cost : 0, requestsDrafts: args.preview === true }, children)
}

function getMultiplier(fieldCost: FieldCost, { limit, ids }: SelectedField['args']): number {
  if (fieldCost.kind === 'collection')
    return Math.min(typeof limit === 'number' ? limit : DEFAULT_COLLECTION_LIMIT, fieldCost.maxItems)
  if (fieldCost.kind === 'ids') return Array.isArray(ids) ? ids.length : 0
  return fieldCost.times
}

function validateArguments(
  { locales }: QueryTraversal,
  name: string,
  { locale, allowedLocales, limit, skip }: SelectedField['args'],
) {
  for (const code of [locale, allowedLocales].flat()) if (typeof code === 'string') validateLocale(code, locales)
  if (typeof limit === 'number' && (limit < 1 || limit > MAX_COLLECTION_LIMIT)) {
    throw new ContentfulGraphqlError(
      'BAD_REQUEST',
      `The argument 'limit' of '${name}' must be from 1 to ${MAX_COLLECTION_LIMIT}, not ${limit}`,
    )
  }
  if (typeof skip === 'number' && skip < 0) {
    throw new ContentfulGraphqlError(
      'BAD_REQUEST',
      `The argument 'skip' of '${name}' must not be negative, but it was ${skip}`,
    )
  }
}

function validateLocale(locale: string, locales: QueryTraversal['locales']): void {
  if (locales.includes(locale)) return
  throw new ContentfulGraphqlError('UNKNOWN_LOCALE', `Query execution error. Unknown locale '${locale}'`, { locale })
}

const addInspections = (a: QueryInspection, b: QueryInspection): QueryInspection => ({
  cost: a.cost + b.cost,
  requestsDrafts: a.requestsDrafts || b.requestsDrafts,
})

/** A value has only one of the possible types, so the highest cost counts. */
const maxInspection = (a: QueryInspection, b: QueryInspection): QueryInspection => ({
  cost: Math.max(a.cost, b.cost),
  requestsDrafts: a.requestsDrafts || b.requestsDrafts,
})
