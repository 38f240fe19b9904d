/** The print width of Biome (biome.json). */
const PRINT_WIDTH = 120

type RecordValue = string | number | boolean | null | readonly string[]

/** Records by id. */
export type SeedRecords = Readonly<Record<string, Readonly<Record<string, RecordValue>>>>

/** Formats cms/seed/assets.json as Biome does, so that pulled files pass `npm run check`. */
export const formatSeedFile = (records: SeedRecords): string => `${formatRecords(records, '')}\n`

/** Formats a file of cms/seed/entries as Biome does: records by content type. */
export const formatSeedEntriesFile = (recordsByType: Readonly<Record<string, SeedRecords>>): string =>
  `${formatObject(recordsByType, '', (records) => formatRecords(records, '  '))}\n`

const formatRecords = (records: SeedRecords, indent: string) =>
  formatObject(records, indent, (fields) => formatRecord(fields, `${indent}  `))

const formatRecord = (fields: SeedRecords[string], indent: string) =>
  formatObject(fields, indent, (value, start, isLast) => {
    if (!Array.isArray(value)) return JSON.stringify(value)
    return formatList(value, `${indent}  `, PRINT_WIDTH - start.length - (isLast ? 0 : 1))
  })

/** `start` is what precedes the value on its line. */
function formatObject<Value>(
  values: Readonly<Record<string, Value>>,
  indent: string,
  formatValue: (value: Value, start: string, isLast: boolean) => string,
): string {
  const lines = Object.entries(values).map(([name, value], index, { length }) => {
    const start = `${indent}  ${JSON.stringify(name)}: `
    return start + formatValue(value, start, index === length - 1)
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n${indent}}`
}

/** Formats a list on one line if it fits, otherwise with one line per item. */
function formatList(values: readonly string[], indent: string, maxLength: number): string {
  const items = values.map((value) => JSON.stringify(value))
  const line = `[${items.join(', ')}]`
  if (line.length <= maxLength) return line
  return `[\n${items.map((item) => `${indent}  ${item}`).join(',\n')}\n${indent}]`
}
