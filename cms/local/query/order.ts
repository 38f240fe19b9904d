import type { ListSchema } from './list-schema.ts'
import { getValueKind } from './query-filters.ts'
import { createInvalidParameterError } from './query-parameters.ts'
import { getValuesAt, type QueryableItem } from './queryable.ts'
import { type ComparableValue, isOrderable, toComparable } from './value-kinds.ts'

type Compare = (one: QueryableItem, other: QueryableItem) => number

/**
 * `sys.createdAt,-fields.title`; without it the latest changed come first, or the list's own order holds. The id decides where the rest does not:
 * pages neither repeat an item nor leave one out.
 */
export function parseOrder(text: string | undefined, shape: ListSchema): Compare {
  if (text === undefined && shape.hasOwnOrder) return () => 0
  const compares = [...(text?.split(',').map((key) => compareBy(key, shape)) ?? [LATEST]), BY_ID]
  return (one, other) => compares.reduce((found, compare) => found || compare(one, other), 0)
}

function compareBy(key: string, shape: ListSchema): Compare {
  const path = key.replace(/^-/, '')
  const kind = getValueKind('order', path, {
    ...shape,
    explainMissing: (it) => shape.explainMissing?.(it) ?? `cannot be "${it}" here`,
  })
  if (!isOrderable(kind)) {
    const errors = [{ name: 'order', path: path.split('.'), type: kind }]
    throw createInvalidParameterError('order', `cannot be "${path}": what stands there has no order`, { errors })
  }
  const steps = path.split('.')
  const held = (item: QueryableItem) => toComparable(kind, getValuesAt(item, steps)[0])
  return compareHeld(held, key === path ? 1 : -1)
}

/** What has no value comes last, in both directions. */
const compareHeld =
  (held: (item: QueryableItem) => ComparableValue | undefined, direction: 1 | -1): Compare =>
  (one, other) => {
    const [first, second] = [held(one), held(other)]
    if (first === second) return 0
    if (first === undefined) return 1
    if (second === undefined) return -1
    return first < second ? -direction : direction
  }

const textAt =
  (...path: readonly string[]) =>
  (item: QueryableItem) =>
    toComparable('Symbol', getValuesAt(item, path)[0])

const LATEST = compareHeld(textAt('sys', 'updatedAt'), -1)
const BY_ID = compareHeld(textAt('sys', 'id'), 1)
