import type { GraphQLObjectType, SelectionSetNode } from 'graphql'
import { DEFAULT_COLLECTION_LIMIT, MAX_COLLECTION_LIMIT } from './field-arguments.ts'
import { ContentfulGraphqlError } from './graphql-errors.ts'
import { type FieldCost, getFieldCost } from './query-cost.ts'
import { getSelectedFields, type QueryTraversal, type SelectedField } from './selection.ts'

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
