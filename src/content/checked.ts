import * as z from 'zod/mini'
import { type Flaw, flawsOf, inWords } from './flaws.ts'
import { isObject, type Place, valueAt, withValues } from './raw-answer.ts'

/** What GraphQL answers for a list of links: what leads nowhere is null in it. */
interface Collection {
  readonly items: readonly unknown[]
}

/** Those items that have the promised shape. A broken one costs itself, never the page; what stands there twice is shown once. */
export function checkedItems<Schema extends z.ZodMiniType>(
  schema: Schema,
  items: readonly unknown[],
  what: string,
): z.output<Schema>[] {
  const seen = new Set<string>()
  return items.flatMap((item, index) => {
    const id = idOf(item)
    const name = `${what} ${id ?? `number ${index + 1}`}`
    if (id !== undefined && seen.has(id)) {
      logOnce(`${name} stands there twice: shown once`)
      return []
    }
    if (id !== undefined) seen.add(id)
    const { content, broken, without } = checked(schema, item)
    if (without.length > 0) logOnce(`${name} shown without what is wrong: ${inWords(without)}`)
    if (content) return [content.value]
    logOnce(`${name} left out: ${inWords(broken)}`)
    return []
  })
}

/**
 * The same of a list that editors have filled: where none of its items is good, the bundled ones stand in; without them
 * this throws.
 */
export function filledList<Schema extends z.ZodMiniType>(
  schema: Schema,
  list: Collection | null | undefined,
  what: string,
  bundled?: Collection | null,
): z.output<Schema>[] {
  const items = list?.items ?? []
  const good = checkedItems(schema, items, what)
  if (good.length > 0 || items.length === 0) return good
  const problem = `${what}: not one of ${items.length} can be shown`
  if (!bundled) throw new Error(problem)
  logOnce(`${problem}: the bundled ones stand in`)
  return checkedItems(schema, bundled.items, what)
}

/**
 * What stands first in the answer, in the promised shape. A broken field costs itself: one that the page needs is taken
 * from the bundled answer, where that is given; without it, or without an entry, this throws.
 */
export function checkedPage<Schema extends z.ZodMiniType>(
  schema: Schema,
  answer: Collection | null,
  what: string,
  bundled?: Collection | null,
): z.output<Schema> {
  const entry = answer?.items[0]
  const standIn = bundled?.items[0]
  const name = `${what} ${idOf(entry) ?? ''}`.trim()
  const { content, rest, broken, without } = checked(schema, entry)
  const mended = content ?? (standIn ? parsed(schema, mendedEntry(rest, broken, standIn)).content : undefined)
  if (!mended) throw new Error(`${name}: ${inWords(broken)}`)
  if (without.length > 0) logOnce(`${name} shown without what is wrong: ${inWords(without)}`)
  if (!content) logOnce(`${name} shown with the bundled in place of what is wrong: ${inWords(broken)}`)
  return mended.value
}

/** Says it on the console once for as long as the page is open. */
export function logOnce(message: string): void {
  if (logged.has(message)) return
  logged.add(message)
  console.warn(message)
}

const logged = new Set<string>()

/** An entry without those of its fields that are wrong: some it can do without, those that it cannot are broken. */
function checked<Schema extends z.ZodMiniType>(schema: Schema, entry: unknown) {
  const first = parsed(schema, entry)
  if (first.content) return { ...first, rest: entry, broken: [], without: [] }
  const rest = withValues(
    entry,
    first.flaws.map(({ place }) => [place, undefined] as const),
  )
  const second = parsed(schema, rest)
  const needed = new Set(second.flaws.map(({ place }) => place.join('.')))
  const { broken = [], without = [] } = Object.groupBy(first.flaws, ({ place }) =>
    needed.has(place.join('.')) ? 'broken' : 'without',
  )
  return { content: second.content, rest, broken, without }
}

function parsed<Schema extends z.ZodMiniType>(schema: Schema, entry: unknown) {
  const { success, data, error } = z.safeParse(schema, entry)
  return success ? { content: { value: data }, flaws: [] } : { content: undefined, flaws: flawsOf(error, entry) }
}

/** A picture takes along the words that tell of it and the point that it is cut around. */
function mendedEntry(entry: unknown, broken: readonly Flaw[], standIn: unknown): unknown {
  const places = broken.flatMap(({ place }) => {
    const value = valueAt(standIn, place)
    const beside = (name: string): Place => [...place.slice(0, -1), name]
    const isPicture = isObject(value) && 'width' in value
    return isPicture ? [place, beside(`${String(place.at(-1))}Alt`), beside('focalPoint')] : [place]
  })
  return withValues(
    entry,
    places.map((place) => [place, valueAt(standIn, place)] as const),
  )
}

const withId = z.object({ sys: z.object({ id: z.string() }) })
const idOf = (item: unknown) => withId.safeParse(item).data?.sys.id
