import { unknownParameter, wrongParameter } from './parameters.ts'
import { linksIn, type Queryable, valuesAt, wordsIn } from './queryable.ts'
import type { Shape } from './shape.ts'
import { type Comparable, heldValue, OPERATORS, type Operator, type ValueKind, wantedValue } from './value-kinds.ts'

export type Filter = (item: Queryable) => boolean

/** A filter by its name in the address: `fields.title[match]`, `sys.id`. Throws where this list does not know it. */
export function filterOf(name: string, text: string, shape: Shape): Filter {
  const [, path = '', operator = 'eq'] = /^([^[\]]+)(?:\[(\w+)\])?$/.exec(name) ?? []
  const kind = kindAt(name, path, shape)
  if (!isOneOf(OPERATORS[kind], operator)) {
    const known = OPERATORS[kind].map((one) => (one === 'eq' ? 'a value' : `[${one}]`))
    throw wrongParameter(name, `cannot be asked: "${path}" takes ${known.join(', ')}`)
  }
  const steps = path.split('.')
  const test = testOf(name, operator, kind, text)
  return (item) => test(valuesAt(item, steps))
}

/** What stands at a path. Throws where nothing does. */
export function kindAt(name: string, path: string, shape: Shape): ValueKind {
  const kind = shape.paths.get(path)
  if (kind) return kind
  const reason = shape.missing?.(path)
  throw reason ? wrongParameter(name, reason) : unknownParameter(name)
}

const isOneOf = (operators: readonly Operator[], name: string): name is Operator =>
  operators.some((operator) => operator === name)

type Test = (values: readonly unknown[]) => boolean

/** Of a list of values, one that fits is enough; what must not be there, must be nowhere in it. */
function testOf(name: string, operator: Operator, kind: ValueKind, text: string): Test {
  if (operator === 'exists') {
    const wanted = wantedValue(name, 'Boolean', text)
    return (values) => values.length > 0 === wanted
  }
  if (operator === 'match') {
    const fits = containsWords(text)
    return (values) => fits(values.map(wordsIn).join(' '))
  }
  const isList = operator === 'in' || operator === 'nin' || operator === 'all'
  const wanted = (isList ? text.split(',') : [text]).map((one) => wantedValue(name, kind, one))
  const compare = COMPARISONS[operator]
  return (values) =>
    compare(
      values.flatMap((value) => heldValue(kind, value) ?? []),
      wanted,
    )
}

type Comparison = (held: readonly Comparable[], wanted: readonly Comparable[]) => boolean

const some: Comparison = (held, wanted) => held.some((value) => wanted.includes(value))
const none: Comparison = (held, wanted) => !some(held, wanted)
const ordered =
  (fits: (value: Comparable, wanted: Comparable) => boolean): Comparison =>
  (held, [wanted]) =>
    wanted !== undefined && held.some((value) => fits(value, wanted))

const COMPARISONS: Readonly<Record<Exclude<Operator, 'exists' | 'match'>, Comparison>> = {
  eq: some,
  in: some,
  ne: none,
  nin: none,
  all: (held, wanted) => wanted.every((value) => held.includes(value)),
  lt: ordered((value, wanted) => value < wanted),
  lte: ordered((value, wanted) => value <= wanted),
  gt: ordered((value, wanted) => value > wanted),
  gte: ordered((value, wanted) => value >= wanted),
}

/** Every word, anywhere, whatever its case. */
export function containsWords(wanted: string): (text: string) => boolean {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  return (text) => {
    const lower = text.toLowerCase()
    return words.every((word) => lower.includes(word))
  }
}

export function fullText(wanted: string, texts: NonNullable<Shape['texts']>): Filter {
  const fits = containsWords(wanted)
  return (item) =>
    fits(
      texts(item)
        .map((path) => wordsIn(valuesAt(item, path.split('.'))))
        .join(' '),
    )
}

export const linksTo =
  (linkType: 'Entry' | 'Asset', id: string): Filter =>
  (item) =>
    linksIn(valuesAt(item, ['fields'])).some(({ sys }) => sys.linkType === linkType && sys.id === id)
