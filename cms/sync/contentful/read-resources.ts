import { retryTruncatedResponse } from './retry-request.ts'

/** As much as one request asks for (docs/contentful.md, Traps). */
const MAX_IDS = 100
/** Of 2,000 in all, what the host and the rest of the address leave. */
const MAX_CHARACTERS = 1_800
/** A comma, as it is written in an address. */
const COMMA = 3

/** Reads what is there of these ids, in as few requests as possible. */
export async function readByIds<Held extends { readonly sys: { readonly id: string } }>(
  ids: readonly string[],
  read: (query: { readonly 'sys.id[in]': string; readonly limit: number }) => Promise<{ readonly items: Held[] }>,
): Promise<ReadonlyMap<string, Held>> {
  const answers = await Promise.all(
    splitIntoBatches(ids).map((batch) =>
      retryTruncatedResponse(() => read({ 'sys.id[in]': batch.join(','), limit: batch.length })),
    ),
  )
  return new Map(answers.flatMap(({ items }) => items.map((held) => [held.sys.id, held])))
}

/** The ids in their order, in groups that one request can ask for. */
export function splitIntoBatches(ids: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = []
  let characters = Number.POSITIVE_INFINITY
  for (const id of ids) {
    characters += id.length + COMMA
    const group = groups.at(-1)
    if (group && group.length < MAX_IDS && characters <= MAX_CHARACTERS) group.push(id)
    else {
      groups.push([id])
      characters = id.length + COMMA
    }
  }
  return groups
}

/** Of the 1,000 that one answer may hold: none comes near 7 MB (docs/contentful.md, Limits). */
const PAGE = 200

/** Reads all of a list by its ids, page by page, in an order that does not change meanwhile. */
export async function readAllPages<Held extends { readonly sys: { readonly id: string } }>(
  read: (query: { readonly order: string; readonly skip: number; readonly limit: number }) => Promise<{
    readonly items: readonly Held[]
    readonly total: number
  }>,
): Promise<ReadonlyMap<string, Held>> {
  const found = new Map<string, Held>()
  for (let skip = 0; ; skip += PAGE) {
    const { items, total } = await retryTruncatedResponse(() => read({ order: 'sys.id', skip, limit: PAGE }))
    for (const held of items) found.set(held.sys.id, held)
    if (items.length === 0 || skip + items.length >= total) return found
  }
}
