/** Ids per request (docs/contentful.md, Traps). */
const MAX_IDS = 100
/** Characters of the ids in a URL. A URL may have 2,000 in all. */
const MAX_CHARACTERS = 1_800
/** Characters of an encoded comma. */
const COMMA_LENGTH = 3

/** Splits ids into batches that fit into one request each. Keeps their order. */
export function splitIntoBatches(ids: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = []
  let characters = Number.POSITIVE_INFINITY
  for (const id of ids) {
    characters += id.length + COMMA_LENGTH
    const batch = batches.at(-1)
    if (batch && batch.length < MAX_IDS && characters <= MAX_CHARACTERS) batch.push(id)
    else {
      batches.push([id])
      characters = id.length + COMMA_LENGTH
    }
  }
  return batches
}
