import type { GraphQLObjectType, SelectionSetNode } from 'graphql'
import { LOCALE } from '#cms/model/locale.ts'
import { DEFAULT_LIMIT, MAX_LIMIT } from './arguments.ts'
import { costMark } from './cost-mark.ts'
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
  const { field, args, type, selections } = selected
  checkArguments(field.name, args)
  const mark = costMark(field)
  const own = mark?.kind === 'collection' ? Math.min(limitOf(args), mark.largest) : 1
  const cost = parentCost * own
  const below = type ? inspect(walk, type, selections, cost) : FREE
  return sum({ cost: mark ? cost : 0, asksForDrafts: args.preview === true }, below)
}

const limitOf = ({ limit }: SelectedField['args']) => (typeof limit === 'number' ? limit : DEFAULT_LIMIT)

function checkArguments(name: string, { locale, limit, skip }: SelectedField['args']): void {
  if (typeof locale === 'string' && locale !== LOCALE) {
    throw new ContentfulError('UNKNOWN_LOCALE', `Query execution error. Unknown locale '${locale}'`, { locale })
  }
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

const sum = (one: Inspection, other: Inspection): Inspection => ({
  cost: one.cost + other.cost,
  asksForDrafts: one.asksForDrafts || other.asksForDrafts,
})
