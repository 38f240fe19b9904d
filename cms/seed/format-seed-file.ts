type RecordValue = string | number | boolean | null | readonly string[]

/** Records by id. */
export type SeedRecords = Readonly<Record<string, Readonly<Record<string, RecordValue>>>>

/**
 * Formats cms/seed/assets.json, or a file of cms/seed/entries: records by content type. Biome formats them in the same
 * way, because cms/biome.json expands every list of cms/seed.
 */
export const formatSeedFile = (content: SeedRecords | Readonly<Record<string, SeedRecords>>): string =>
  `${JSON.stringify(content, null, 2)}\n`
