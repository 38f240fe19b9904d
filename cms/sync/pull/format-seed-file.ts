/** The longest line that Biome leaves as it is (biome.json). */
const LINE = 120

type Value = string | number | boolean | null | readonly string[]

/** What a file of the seed holds: its things by their ids. */
export type SeedRecords = Readonly<Record<string, Readonly<Record<string, Value>>>>

/** A file of the seed, formatted as Biome formats it: pulled files pass the check as they are. */
export function formatSeedFile(records: SeedRecords): string {
  const things = Object.entries(records).map(([id, fields]) => `  ${JSON.stringify(id)}: ${block(fields)}`)
  return things.length === 0 ? '{}\n' : `{\n${things.join(',\n')}\n}\n`
}

function block(fields: SeedRecords[string]): string {
  if (Object.keys(fields).length === 0) return '{}'
  const lines = Object.entries(fields).map(([name, value], place, { length }) => {
    const comma = place < length - 1 ? ',' : ''
    const start = `    ${JSON.stringify(name)}: `
    if (!Array.isArray(value)) return start + JSON.stringify(value) + comma
    return start + list(value, LINE - start.length - comma.length) + comma
  })
  return `{\n${lines.join('\n')}\n  }`
}

/** On one line where it fits, else a line each. */
function list(ids: readonly string[], room: number): string {
  const items = ids.map((id) => JSON.stringify(id))
  const line = `[${items.join(', ')}]`
  return line.length <= room ? line : `[\n${items.map((item) => `      ${item}`).join(',\n')}\n    ]`
}

/** What was there keeps its place; what is new comes after it, by id. */
export function sortByPreviousOrder<Thing extends { readonly id: string }>(
  things: readonly Thing[],
  before: readonly string[],
): readonly Thing[] {
  const places = new Map(before.map((id, place) => [id, place]))
  const place = ({ id }: Thing) => places.get(id) ?? before.length
  return things.toSorted((one, other) => place(one) - place(other) || (one.id < other.id ? -1 : 1))
}
