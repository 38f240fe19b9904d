/** Returns the line of an entry's field in a seed file, or of the entry if it lacks the field. Lines start at 1. */
export function findSeedFieldLine(json: string, id: string, field: string): number | undefined {
  const lines = json.split('\n')
  const entry = lines.findIndex((line) => line.trimStart().startsWith(`${JSON.stringify(id)}:`))
  if (entry < 0) return undefined
  const end = lines.findIndex((line, index) => index > entry && /^ {2}\S/.test(line))
  const found = lines
    .slice(entry, end < 0 ? undefined : end)
    .findIndex((line) => line.includes(`${JSON.stringify(field)}:`))
  return entry + Math.max(found, 0) + 1
}

/** Returns the first line of a content type's file that defines one of these fields, otherwise 1. Lines start at 1. */
export function findModelFieldLine(source: string, names: readonly string[]): number {
  const fields = source.split('\n').map((line) => /^ {4}(\w+):/.exec(line)?.[1])
  return (
    Math.max(
      fields.findIndex((field) => field !== undefined && names.includes(field)),
      0,
    ) + 1
  )
}
