import type { GraphQLObjectType, SelectionSetNode } from 'graphql'
import { DEFAULT_LIMIT, MAX_LIMIT } from './arguments.ts'
import { type CostMark, costMark } from './cost-mark.ts'
import { ContentfulError } from './errors.ts'
import { type SelectedField, selectedFields, type Walk } from './selection.ts'

/** What a query would do, known before it is executed. */
export interface Inspection {
  readonly cost: number
  readonly asksForDrafts: boolean
}

const FREE: Inspection = { cost: 0, asksForDrafts: false }

/** Walks a query with its variables. Throws where an argument asks for something that is not there. */
export function inspect(
  walk: Walk,
  type: GraphQLObjectType,
  selections: readonly SelectionSetNode[],
  parentCost = 1,
): Inspection {
  return selectedFields(walk, type, selections)
    .map((selected) => inspectField(walk, selected, parentCost))
    .reduce(sum, FREE)
}

function inspectField(walk: Walk, selected: SelectedField, parentCost: number): Inspection {
  const { field, args, types, selections } = selected
  checkArguments(walk, field.name, args)
  const mark = costMark(field)
  const cost = parentCost * (mark ? timesOf(mark, args) : 1)
  const below = types.map((type) => inspect(walk, type, selections, cost)).reduce(costliest, FREE)
  return sum({ cost: mark ? cost : 0, asksForDrafts: args.preview === true }, below)
}

function timesOf(mark: CostMark, { limit, ids }: SelectedField['args']): number {
  if (mark.kind === 'collection') return Math.min(typeof limit === 'number' ? limit : DEFAULT_LIMIT, mark.largest)
  if (mark.kind === 'ids') return Array.isArray(ids) ? ids.length : 0
  return mark.times
}

function checkArguments(
  { locales }: Walk,
  name: string,
  { locale, allowedLocales, limit, skip }: SelectedField['args'],
) {
  for (const asked of [locale, allowedLocales].flat()) if (typeof asked === 'string') checkLocale(asked, locales)
  if (typeof limit === 'number' && (limit < 1 || limit > MAX_LIMIT)) {
    throw new ContentfulError(
      'BAD_REQUEST',
      `The argument 'limit' of '${name}' must be from 1 to ${MAX_LIMIT}, not ${limit}`,
    )
  }
  if (typeof skip === 'number' && skip < 0) {
    throw new ContentfulError(
      'BAD_REQUEST',
      `The argument 'skip' of '${name}' must not be negative, but it was ${skip}`,
    )
  }
}

function checkLocale(locale: string, [answered, ...others]: Walk['locales']): void {
  if (locale === answered) return
  if (others.includes(locale)) {
    throw new ContentfulError(
      'UNSUPPORTED_LOCALLY',
      `The local Contentful's GraphQL answers in '${answered}' only, not in '${locale}'`,
      { locale },
    )
  }
  throw new ContentfulError('UNKNOWN_LOCALE', `Query execution error. Unknown locale '${locale}'`, { locale })
}

const sum = (one: Inspection, other: Inspection): Inspection => ({
  cost: one.cost + other.cost,
  asksForDrafts: one.asksForDrafts || other.asksForDrafts,
})

/** An item is of one type only: the costliest counts. */
const costliest = (one: Inspection, other: Inspection): Inspection => ({
  cost: Math.max(one.cost, other.cost),
  asksForDrafts: one.asksForDrafts || other.asksForDrafts,
})
