import * as z from 'zod/mini'
import { formatIssues, toValidationIssues, type ValidationIssue } from './flaws.ts'
import { getByPath, isObject, type JsonPath, setByPaths } from './json-path.ts'

/** What GraphQL answers for a list of links: what leads nowhere is null in it. */
interface Collection {
  readonly items: readonly unknown[]
}

/** Those items that have the promised shape. A broken one costs itself, never the page; what stands there twice is shown once. */
export function parseItems<Schema extends z.ZodMiniType>(
  schema: Schema,
  items: readonly unknown[],
  what: string,
): z.output<Schema>[] {
  const seen = new Set<string>()
  return items.flatMap((item, index) => {
    const id = idOf(item)
    const name = `${what} ${id ?? `number ${index + 1}`}`
    if (id !== undefined && seen.has(id)) {
      warnOnce(`${name} stands there twice: shown once`)
      return []
    }
    if (id !== undefined) seen.add(id)
    const { content, broken, without } = checked(schema, item)
    if (without.length > 0) warnOnce(`${name} shown without what is wrong: ${formatIssues(without)}`)
    if (content) return [content.value]
    warnOnce(`${name} left out: ${formatIssues(broken)}`)
    return []
  })
}

/**
 * The same of a list that editors have filled: where none of its items is good, the bundled ones stand in; without them
 * this throws.
 */
export function parseList<Schema extends z.ZodMiniType>(
  schema: Schema,
  list: Collection | null | undefined,
  what: string,
  bundled?: Collection | null,
): z.output<Schema>[] {
  const items = list?.items ?? []
  const good = parseItems(schema, items, what)
  if (good.length > 0 || items.length === 0) return good
  const problem = `${what}: not one of ${items.length} can be shown`
  if (!bundled) throw new Error(problem)
  warnOnce(`${problem}: the bundled ones stand in`)
  return parseItems(schema, bundled.items, what)
}

/**
 * What stands first in the answer, in the promised shape. A broken field costs itself: one that the page needs is taken
 * from the bundled answer, where that is given; without it, or without an entry, this throws.
 */
export function parsePage<Schema extends z.ZodMiniType>(
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
  if (!mended) throw new Error(`${name}: ${formatIssues(broken)}`)
  if (without.length > 0) warnOnce(`${name} shown without what is wrong: ${formatIssues(without)}`)
  if (!content) warnOnce(`${name} shown with the bundled in place of what is wrong: ${formatIssues(broken)}`)
  return mended.value
}

/** Says it on the console once for as long as the page is open. */
export function warnOnce(message: string): void {
  if (logged.has(message)) return
  logged.add(message)
  console.warn(message)
}

const logged = new Set<string>()

/** An entry without those of its fields that are wrong: some it can do without, those that it cannot are broken. */
function checked<Schema extends z.ZodMiniType>(schema: Schema, entry: unknown) {
  const first = parsed(schema, entry)
  if (first.content) return { ...first, rest: entry, broken: [], without: [] }
  const rest = setByPaths(
    entry,
    first.flaws.map(({ path }) => [path, undefined] as const),
  )
  const second = parsed(schema, rest)
  const needed = new Set(second.flaws.map(({ path }) => path.join('.')))
  const { broken = [], without = [] } = Object.groupBy(first.flaws, ({ path }) =>
    needed.has(path.join('.')) ? 'broken' : 'without',
  )
  return { content: second.content, rest, broken, without }
}

function parsed<Schema extends z.ZodMiniType>(schema: Schema, entry: unknown) {
  const { success, data, error } = z.safeParse(schema, entry)
  return success
    ? { content: { value: data }, flaws: [] }
    : { content: undefined, flaws: toValidationIssues(error, entry) }
}

/** A picture takes along the words that tell of it and the point that it is cut around. */
function mendedEntry(entry: unknown, broken: readonly ValidationIssue[], standIn: unknown): unknown {
  const places = broken.flatMap(({ path }) => {
    const value = getByPath(standIn, path)
    const beside = (name: string): JsonPath => [...path.slice(0, -1), name]
    const isPicture = isObject(value) && 'width' in value
    return isPicture ? [path, beside(`${String(path.at(-1))}Alt`), beside('focalPoint')] : [path]
  })
  return setByPaths(
    entry,
    places.map((place) => [place, getByPath(standIn, place)] as const),
  )
}

const withId = z.object({ sys: z.object({ id: z.string() }) })
const idOf = (item: unknown) => withId.safeParse(item).data?.sys.id
