import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Seed, SeedEntry } from '#cms/seed/seed-types.ts'
import { removePartFiles, writeFileAtomic, writeFilesAtomic } from '#shared/write-file-atomic.ts'
import { type CurrentSeed, type CurrentSeedFile, findCurrentAsset } from './current-seed.ts'

/** What becomes of the things of one kind in the seed. */
export interface PullCounts {
  readonly new: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
}

interface PulledChanges extends SeedFileChanges {
  readonly counts: { readonly entry: PullCounts; readonly asset: PullCounts }
  /** Media that the seed named before and names no longer, below the media folder. */
  readonly unused: readonly string[]
}

/** How the pulled seed differs from the one that is there. `staged`: where new files wait, by their names in the seed. */
export function computePullChanges(
  seed: Seed,
  held: CurrentSeed,
  { mediaFolder, staged }: { readonly mediaFolder: string; readonly staged: ReadonlyMap<string, string> },
): PulledChanges {
  const assets = seed.assets.map(({ id, ...record }) => ({ id, record, isRewritten: staged.has(record.file) }))
  const entries = [...held.entries].map(([type, file]) => {
    const ofType = seed.entries.filter((entry) => entry.type === type)
    const recordOf = ({ id, fields }: SeedEntry) => withoutNewNulls(fields, file.records[id])
    return { file, things: ofType.map((entry) => ({ id: entry.id, record: recordOf(entry), isRewritten: false })) }
  })
  const files = [{ file: held.assets, things: assets }, ...entries]
  const texts = files.flatMap(({ file, things }) => {
    const ordered = sortByPreviousOrder(things, Object.keys(file.records))
    const text = formatSeedFile(Object.fromEntries(ordered.map(({ id, record }) => [id, record])))
    return text === file.text ? [] : [[file.path, text] as const]
  })
  return {
    texts: new Map(texts),
    media: new Map([...staged].map(([file, waiting]) => [join(mediaFolder, file), waiting])),
    counts: {
      entry: sum(entries.map(({ file, things }) => countsOf(file, things))),
      asset: countsOf(held.assets, assets),
    },
    unused: unusedFiles(seed, held),
  }
}

/**
 * An empty field stays `null` where the seed has it already, and is left out otherwise: so an optional field that is
 * new in the model changes no entry.
 */
function withoutNewNulls(fields: SeedEntry['fields'], before: unknown): SeedEntry['fields'] {
  const isThere = (name: string) => before instanceof Object && Object.hasOwn(before, name)
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== null || isThere(name)))
}

interface Thing {
  readonly id: string
  readonly record: SeedRecords[string]
  /** Its file gets another content under the same name. */
  readonly isRewritten: boolean
}

function countsOf({ records }: CurrentSeedFile, things: readonly Thing[]): PullCounts {
  const known = things.filter(({ id }) => Object.hasOwn(records, id))
  const same = known.filter(
    ({ id, record, isRewritten }) => !isRewritten && JSON.stringify(record) === JSON.stringify(records[id]),
  )
  return {
    new: things.length - known.length,
    changed: known.length - same.length,
    removed: Object.keys(records).length - known.length,
    unchanged: same.length,
  }
}

const sum = (counts: readonly PullCounts[]) =>
  counts.reduce((one, other) => ({
    new: one.new + other.new,
    changed: one.changed + other.changed,
    removed: one.removed + other.removed,
    unchanged: one.unchanged + other.unchanged,
  }))

function unusedFiles(seed: Seed, held: CurrentSeed): readonly string[] {
  const used = new Set(seed.assets.map(({ file }) => file))
  const before = Object.keys(held.assets.records).flatMap((id) => findCurrentAsset(held, id)?.file ?? [])
  return [...new Set(before)].filter((file) => !used.has(file))
}

interface SeedFileChanges {
  /** New texts, by path. */
  readonly texts: ReadonlyMap<string, string>
  /** New media: by the path that they get, the path where they wait. */
  readonly media: ReadonlyMap<string, string>
}

/** Media first, so that a seed that names them finds them whenever the process ends; then all of its files at once. */
export async function writeSeedFiles({ texts, media }: SeedFileChanges, folders: readonly string[]): Promise<void> {
  // Part files of an earlier pull that was killed. Nothing else writes into these folders while a pull runs.
  for (const folder of folders) await removePartFiles(folder, { minAge: 0, recursive: true })
  for (const [path, waiting] of media) {
    await mkdir(dirname(path), { recursive: true })
    await writeFileAtomic(path, await readFile(waiting))
  }
  for (const path of texts.keys()) await mkdir(dirname(path), { recursive: true })
  await writeFilesAtomic(new Map([...texts].map(([path, text]) => [path, Buffer.from(text)])))
}

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
