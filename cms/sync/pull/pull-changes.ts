import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Seed, SeedEntry } from '#cms/seed/seed-types.ts'
import { removePartFiles, writeFileAtomic, writeFilesAtomic } from '#shared/write-file-atomic.ts'
import { type CurrentSeed, type CurrentSeedFile, findCurrentAsset } from './current-seed.ts'

/** Counts of the entries or assets of the seed. */
export interface PullCounts {
  readonly new: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
}

interface PulledChanges extends SeedFileChanges {
  readonly counts: { readonly entry: PullCounts; readonly asset: PullCounts }
  /** Media files that the seed no longer uses, below the media folder. */
  readonly unused: readonly string[]
}

/** Compares the pulled with the current seed. `staged`: the paths of downloaded files, by their paths in the seed. */
export function computePullChanges(
  seed: Seed,
  currentSeed: CurrentSeed,
  { mediaFolder, staged }: { readonly mediaFolder: string; readonly staged: ReadonlyMap<string, string> },
): PulledChanges {
  const assets = seed.assets.map(({ id, ...record }) => ({ id, record, hasNewContent: staged.has(record.file) }))
  const entries = [...currentSeed.entries].map(([type, file]) => {
    const entriesOfType = seed.entries.filter((entry) => entry.type === type)
    const records = entriesOfType.map(({ id, fields }) => ({
      id,
      record: omitNewNulls(fields, file.records[id]),
      hasNewContent: false,
    }))
    return { file, records }
  })
  const files = [{ file: currentSeed.assets, records: assets }, ...entries]
  const texts = files.flatMap(({ file, records }) => {
    const ordered = sortByPreviousOrder(records, Object.keys(file.records))
    const text = formatSeedFile(Object.fromEntries(ordered.map(({ id, record }) => [id, record])))
    return text === file.text ? [] : [[file.path, text] as const]
  })
  return {
    texts: new Map(texts),
    media: new Map([...staged].map(([file, stagedPath]) => [join(mediaFolder, file), stagedPath])),
    counts: {
      entry: sumCounts(entries.map(({ file, records }) => countChanges(file, records))),
      asset: countChanges(currentSeed.assets, assets),
    },
    unused: findUnusedFiles(seed, currentSeed),
  }
}

/**
 * Keeps `null` for an empty field only if the current record has the field, so that a new optional field of the model
 * changes no entry.
 */
function omitNewNulls(fields: SeedEntry['fields'], currentRecord: unknown): SeedEntry['fields'] {
  const hasField = (name: string) => currentRecord instanceof Object && Object.hasOwn(currentRecord, name)
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== null || hasField(name)))
}

interface PulledRecord {
  readonly id: string
  readonly record: SeedRecords[string]
  /** Whether the file of the asset gets other content under the same name. */
  readonly hasNewContent: boolean
}

function countChanges({ records: current }: CurrentSeedFile, records: readonly PulledRecord[]): PullCounts {
  const known = records.filter(({ id }) => Object.hasOwn(current, id))
  const unchanged = known.filter(
    ({ id, record, hasNewContent }) => !hasNewContent && JSON.stringify(record) === JSON.stringify(current[id]),
  )
  return {
    new: records.length - known.length,
    changed: known.length - unchanged.length,
    removed: Object.keys(current).length - known.length,
    unchanged: unchanged.length,
  }
}

const sumCounts = (counts: readonly PullCounts[]) =>
  counts.reduce((a, b) => ({
    new: a.new + b.new,
    changed: a.changed + b.changed,
    removed: a.removed + b.removed,
    unchanged: a.unchanged + b.unchanged,
  }))

function findUnusedFiles(seed: Seed, currentSeed: CurrentSeed): readonly string[] {
  const used = new Set(seed.assets.map(({ file }) => file))
  const current = Object.keys(currentSeed.assets.records).flatMap((id) => findCurrentAsset(currentSeed, id)?.file ?? [])
  return [...new Set(current)].filter((file) => !used.has(file))
}

interface SeedFileChanges {
  /** New texts of seed files, by path. */
  readonly texts: ReadonlyMap<string, string>
  /** The paths of downloaded files, by the path to write. */
  readonly media: ReadonlyMap<string, string>
}

/**
 * Writes the media first and then all seed files at once, so that the seed never refers to a missing file, even if the
 * process is killed.
 */
export async function writeSeedFiles({ texts, media }: SeedFileChanges, folders: readonly string[]): Promise<void> {
  // Removes the part files of a killed pull. No other process writes to these folders during a pull.
  for (const folder of folders) await removePartFiles(folder, { minAge: 0, recursive: true })
  for (const [path, stagedPath] of media) {
    await mkdir(dirname(path), { recursive: true })
    await writeFileAtomic(path, await readFile(stagedPath))
  }
  for (const path of texts.keys()) await mkdir(dirname(path), { recursive: true })
  await writeFilesAtomic(new Map([...texts].map(([path, text]) => [path, Buffer.from(text)])))
}

/** The print width of Biome (biome.json). */
const PRINT_WIDTH = 120

type RecordValue = string | number | boolean | null | readonly string[]

/** The records of a seed file by id. */
export type SeedRecords = Readonly<Record<string, Readonly<Record<string, RecordValue>>>>

/** Formats a seed file as Biome does, so that pulled files pass `npm run check`. */
export function formatSeedFile(records: SeedRecords): string {
  const lines = Object.entries(records).map(([id, fields]) => `  ${JSON.stringify(id)}: ${formatRecord(fields)}`)
  return lines.length === 0 ? '{}\n' : `{\n${lines.join(',\n')}\n}\n`
}

function formatRecord(fields: SeedRecords[string]): string {
  if (Object.keys(fields).length === 0) return '{}'
  const lines = Object.entries(fields).map(([name, value], index, { length }) => {
    const comma = index < length - 1 ? ',' : ''
    const start = `    ${JSON.stringify(name)}: `
    if (!Array.isArray(value)) return start + JSON.stringify(value) + comma
    return start + formatList(value, PRINT_WIDTH - start.length - comma.length) + comma
  })
  return `{\n${lines.join('\n')}\n  }`
}

/** Formats a list on one line if it fits, otherwise with one line per item. */
function formatList(values: readonly string[], maxLength: number): string {
  const items = values.map((value) => JSON.stringify(value))
  const line = `[${items.join(', ')}]`
  return line.length <= maxLength ? line : `[\n${items.map((item) => `      ${item}`).join(',\n')}\n    ]`
}

/** Sorts items by their previous order, and new ones after them by id. */
export function sortByPreviousOrder<Item extends { readonly id: string }>(
  items: readonly Item[],
  previousIds: readonly string[],
): readonly Item[] {
  const indexes = new Map(previousIds.map((id, index) => [id, index]))
  const getIndex = ({ id }: Item) => indexes.get(id) ?? previousIds.length
  return items.toSorted((a, b) => getIndex(a) - getIndex(b) || (a.id < b.id ? -1 : 1))
}
