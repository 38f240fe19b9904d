import { mkdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { formatSeedEntriesFile, formatSeedFile, type SeedRecords } from '#cms/seed/format-seed-file.ts'
import type { SeedEntriesFile } from '#cms/seed/read-seed-files.ts'
import { TYPES_BY_SEED_FILE } from '#cms/seed/seed-files.ts'
import type { Seed, SeedEntry } from '#cms/seed/seed-types.ts'
import { removePartFiles, writeFileAtomic, writeFilesAtomic } from '#shared/write-file-atomic.ts'
import { type CurrentSeed, findCurrentAsset } from './current-seed.ts'

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
  const assets: readonly PulledRecord[] = seed.assets.map(({ id, ...record }) => ({
    id,
    record,
    hasNewContent: staged.has(record.file),
  }))
  const entries = currentSeed.entries.map((file) => ({ file, types: toPulledTypes(seed, file) }))
  const texts = [
    { file: currentSeed.assets, text: formatSeedFile(toSeedRecords(assets, currentSeed.assets.records)) },
    ...entries.map(({ file, types }) => ({ file, text: formatSeedEntriesFile(toSeedEntries(types)) })),
  ]
  return {
    texts: new Map(texts.flatMap(({ file, text }) => (text === file.text ? [] : [[file.path, text] as const]))),
    media: new Map([...staged].map(([file, stagedPath]) => [join(mediaFolder, file), stagedPath])),
    counts: {
      entry: sumCounts(
        entries.flatMap(({ types }) => types.map(({ current, records }) => countChanges(current, records))),
      ),
      asset: countChanges(currentSeed.assets.records, assets),
    },
    unused: findUnusedFiles(seed, currentSeed),
  }
}

/** The current and the pulled entries of a content type. */
interface PulledType {
  readonly type: string
  readonly current: CurrentRecords
  readonly records: readonly PulledRecord[]
}

type CurrentRecords = Readonly<Record<string, unknown>>

/** Returns the content types of a file: those that it has, in its order, then the others that have pulled entries. */
function toPulledTypes(seed: Seed, { path, recordsByType }: SeedEntriesFile): readonly PulledType[] {
  const types = new Set([...recordsByType.keys(), ...(TYPES_BY_SEED_FILE.get(basename(path)) ?? [])])
  return [...types].flatMap((type) => {
    const current = recordsByType.get(type)
    const pulled = seed.entries.filter((entry) => entry.type === type)
    if (!current && pulled.length === 0) return []
    const records = pulled.map(({ id, fields }) => ({
      id,
      record: omitNewNulls(fields, current?.[id]),
      hasNewContent: false,
    }))
    return [{ type, current: current ?? {}, records }]
  })
}

const toSeedRecords = (records: readonly PulledRecord[], current: CurrentRecords): SeedRecords =>
  Object.fromEntries(sortByPreviousOrder(records, Object.keys(current)).map(({ id, record }) => [id, record]))

const toSeedEntries = (types: readonly PulledType[]) =>
  Object.fromEntries(types.map(({ type, current, records }) => [type, toSeedRecords(records, current)]))

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

function countChanges(current: CurrentRecords, records: readonly PulledRecord[]): PullCounts {
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
  counts.reduce(
    (a, b) => ({
      new: a.new + b.new,
      changed: a.changed + b.changed,
      removed: a.removed + b.removed,
      unchanged: a.unchanged + b.unchanged,
    }),
    { new: 0, changed: 0, removed: 0, unchanged: 0 },
  )

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

/** Sorts items by their previous order, and new ones after them by id. */
export function sortByPreviousOrder<Item extends { readonly id: string }>(
  items: readonly Item[],
  previousIds: readonly string[],
): readonly Item[] {
  const indexes = new Map(previousIds.map((id, index) => [id, index]))
  const getIndex = ({ id }: Item) => indexes.get(id) ?? previousIds.length
  return items.toSorted((a, b) => getIndex(a) - getIndex(b) || (a.id < b.id ? -1 : 1))
}
