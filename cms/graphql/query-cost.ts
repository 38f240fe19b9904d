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

/** What a field costs, times what its parent costs (docs/contentful.md, Complexity). Scalars carry no mark: they are free. */
export type FieldCost =
  | { readonly kind: 'fixed'; readonly times: number }
  /** `largest`: the array's `size.max`, where it has one. */
  | { readonly kind: 'collection'; readonly largest: number }
  /** As many as the argument `ids` has. */
  | { readonly kind: 'ids' }

const KEY = 'contentfulCost'

const marked = (mark: FieldCost) => ({ extensions: { [KEY]: mark } })

export const linkCost = marked({ kind: 'fixed', times: 1 })

export const richTextLinksCost = marked({ kind: 'fixed', times: 1_000 })

export const idsCost = marked({ kind: 'ids' })

export const createCollectionCost = (largest = Number.POSITIVE_INFINITY) => marked({ kind: 'collection', largest })

function getFieldCost(field: GraphQLField<unknown, unknown>): FieldCost | undefined {
  const mark = field.extensions[KEY]
  return isCostMark(mark) ? mark : undefined
}

const isCostMark = (mark: unknown): mark is FieldCost => typeof mark === 'object' && mark !== null && 'kind' in mark

/** A validated query, ready to be walked. */
export interface QueryTraversal {
  readonly schema: GraphQLSchema
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: Readonly<Record<string, unknown>>
  /** Codes of those that exist; the first one is answered. */
  readonly locales: readonly string[]
}

/** One field that a query selects; the same field selected twice (by two fragments) is one. */
interface SelectedField {
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
function getSelectedFields(
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

/** What a query would do, known before it is executed. */
export interface QueryInspection {
  readonly cost: number
  readonly asksForDrafts: boolean
}

const FREE: QueryInspection = { cost: 0, asksForDrafts: false }

/** Walks a query with its variables. Throws where an argument asks for something that is not there. */
export function inspectQuery(
  walk: QueryTraversal,
  type: GraphQLObjectType,
  selections: readonly SelectionSetNode[],
  parentCost = 1,
): QueryInspection {
  return getSelectedFields(walk, type, selections)
    .map((selected) => inspectField(walk, selected, parentCost))
    .reduce(sum, FREE)
}

function inspectField(walk: QueryTraversal, selected: SelectedField, parentCost: number): QueryInspection {
  const { field, args, types, selections } = selected
  checkArguments(walk, field.name, args)
  const mark = getFieldCost(field)
  const cost = parentCost * (mark ? timesOf(mark, args) : 1)
  const below = types.map((type) => inspectQuery(walk, type, selections, cost)).reduce(costliest, FREE)
  return sum({ cost: mark ? cost : 0, asksForDrafts: args.preview === true }, below)
}

function timesOf(mark: FieldCost, { limit, ids }: SelectedField['args']): number {
  if (mark.kind === 'collection')
    return Math.min(typeof limit === 'number' ? limit : DEFAULT_COLLECTION_LIMIT, mark.largest)
  if (mark.kind === 'ids') return Array.isArray(ids) ? ids.length : 0
  return mark.times
}

function checkArguments(
  { locales }: QueryTraversal,
  name: string,
  { locale, allowedLocales, limit, skip }: SelectedField['args'],
) {
  for (const asked of [locale, allowedLocales].flat()) if (typeof asked === 'string') checkLocale(asked, locales)
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

function checkLocale(locale: string, [answered, ...others]: QueryTraversal['locales']): void {
  if (locale === answered) return
  if (others.includes(locale)) {
    throw new ContentfulGraphqlError(
      'UNSUPPORTED_LOCALLY',
      `The local Contentful's GraphQL answers in '${answered}' only, not in '${locale}'`,
      { locale },
    )
  }
  throw new ContentfulGraphqlError('UNKNOWN_LOCALE', `Query execution error. Unknown locale '${locale}'`, { locale })
}

const sum = (one: QueryInspection, other: QueryInspection): QueryInspection => ({
  cost: one.cost + other.cost,
  asksForDrafts: one.asksForDrafts || other.asksForDrafts,
})

/** An item is of one type only: the costliest counts. */
const costliest = (one: QueryInspection, other: QueryInspection): QueryInspection => ({
  cost: Math.max(one.cost, other.cost),
  asksForDrafts: one.asksForDrafts || other.asksForDrafts,
})
