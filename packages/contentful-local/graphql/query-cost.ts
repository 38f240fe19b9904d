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
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql'
import { DEFAULT_COLLECTION_LIMIT } from './collection-types.ts'
import type { CompiledGraphqlSchema } from './create-graphql-schema.ts'
import { ContentfulGraphqlError } from './graphql-errors.ts'
import { countCriteria } from './graphql-filter.ts'

/** Maximum of the argument `limit`. */
const MAX_COLLECTION_LIMIT = 1_000

/** Fields that are looked at: fragments can combine a short query into very many. */
const MAX_MEASURED_FIELDS = 20_000

/** The size of a response and the reads for it, each for one parent. */
interface QuerySize {
  readonly cost: number
  /** Values in the response, and values that filters compare. */
  readonly values: number
}

/** What counts for more than one value, because it takes longer. */
const VALUES = {
  /** A list of the whole space that is filtered or sorted, and each criterion of its filter. */
  list: 9_000,
  criterion: 1_000,
  /** A field in another locale reads its entry or asset again. */
  locale: 5,
  /** Each field of `__schema` and `__type`. */
  schema: 500,
}

/**
 * Calculates the cost of a validated operation as Contentful does (docs/contentful.md, Complexity), the number of values,
 * and whether it reads drafts, before it is executed. A library counts each field node of the query; Contentful counts the
 * fields of the response. Throws `ContentfulGraphqlError` for an invalid `skip` or `limit`.
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
  let measuredFields = 0

  const isSelected = (node: SelectionNode) =>
    getDirectiveValues(GraphQLSkipDirective, node, variables)?.if !== true &&
    getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false

  const appliesTo = (type: GraphQLObjectType, condition: string | undefined) => {
    if (condition === undefined || condition === type.name) return true
    const conditionType = schema.getType(condition)
    return isAbstractType(conditionType) && schema.isSubType(conditionType, type)
  }

  /** Lists the selected fields of a type, also those of fragments, each of which is read once. */
  const listFields = (
    type: GraphQLObjectType,
    sets: readonly SelectionSetNode[],
    seen = new Set<object>(),
  ): readonly FieldNode[] =>
    sets.flatMap(({ selections }) =>
      selections.filter(isSelected).flatMap((selection) => {
        if (selection.kind === Kind.FIELD) return selection
        const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection
        if (!fragment || seen.has(fragment) || !appliesTo(type, fragment.typeCondition?.name.value)) return []
        seen.add(fragment)
        return listFields(type, [fragment.selectionSet], seen)
      }),
    )

  const measured = new Map<string, QuerySize>()

  /**
   * Fields with the same name in the response are one: two fragments can select the same field. The same selections of a
   * type are measured once, so that the time does not double with each fragment that is spread twice.
   */
  function measureSelection(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): QuerySize {
    const key = [type.name, ...sets.map(({ loc }) => loc?.start)].join(' ')
    const known = measured.get(key)
    if (known) return known
    const groups = Map.groupBy(listFields(type, sets), ({ alias, name }) => (alias ?? name).value)
    const size = [...groups.values()]
      .map((group) => measureField(type, group))
      .reduce((sum, { cost, values }) => ({ cost: sum.cost + cost, values: sum.values + values }), NO_SIZE)
    measured.set(key, size)
    return size
  }

  /** Introspection costs nothing. A value has only one of the possible types, so the highest numbers count. */
  function measureField(type: GraphQLObjectType, nodes: readonly FieldNode[]): QuerySize {
    measuredFields += 1
    if (measuredFields > MAX_MEASURED_FIELDS)
      throw createComplexityError(`Its fragments select more than ${MAX_MEASURED_FIELDS} fields.`)
    const [node] = nodes
    const metaField = SCHEMA_FIELDS.find(({ name }) => name === node?.name.value)
    const field = metaField ?? (node && type.getFields()[node.name.value])
    if (!node || !field) return { cost: 0, values: 1 } // __typename
    const args = getArgumentValues(field, node, variables)
    validatePage(field.name, args)
    requestsDrafts ||= args.preview === true
    const cost = behaviors.get(`${type.name}.${field.name}`)?.cost?.(args)
    const target = getNamedType(field.type)
    const types = isAbstractType(target) ? schema.getPossibleTypes(target) : isObjectType(target) ? [target] : []
    const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
    const sizes = types.map((possible) => measureSelection(possible, sets))
    const count = cost ?? 1
    const below = (name: keyof QuerySize) => count * Math.max(0, ...sizes.map((size) => size[name]))
    const criteria = countCriteria(args.where)
    const isWholeList = type === root && (criteria > 0 || args.order != null)
    const compared = isWholeList
      ? VALUES.list + criteria * VALUES.criterion
      : criteria * Math.max(count, DEFAULT_COLLECTION_LIMIT)
    return {
      cost: limitNumber((cost ?? 0) + below('cost')),
      values: limitNumber(
        (args.locale == null ? 1 : VALUES.locale) + below('values') * (metaField ? VALUES.schema : 1) + compared,
      ),
    }
  }

  return { ...measureSelection(root, [operation.selectionSet]), requestsDrafts }
}

const NO_SIZE: QuerySize = { cost: 0, values: 0 }
const SCHEMA_FIELDS = [SchemaMetaFieldDef, TypeMetaFieldDef]

/** A product of many limits would be infinite. */
const limitNumber = (value: number) => Math.min(value, Number.MAX_SAFE_INTEGER)

/** An error for a query that would take too long. `reason`: one or more sentences. */
export const createComplexityError = (reason: string, details?: unknown) =>
  new ContentfulGraphqlError('TOO_COMPLEX_QUERY', `Query cannot be executed. ${reason}`, details)

function validatePage(name: string, { limit, skip }: Readonly<Record<string, unknown>>) {
  const createError = (text: string) => new ContentfulGraphqlError('BAD_REQUEST', text)
  if (typeof limit === 'number' && (limit < 1 || limit > MAX_COLLECTION_LIMIT))
    throw createError(`The argument 'limit' of '${name}' must be from 1 to ${MAX_COLLECTION_LIMIT}, not ${limit}`)
  if (typeof skip === 'number' && skip < 0)
    throw createError(`The argument 'skip' of '${name}' must not be negative, but it was ${skip}`)
}
