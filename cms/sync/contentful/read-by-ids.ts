import { retryTruncatedResponse } from './retry-truncated-response.ts'

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
