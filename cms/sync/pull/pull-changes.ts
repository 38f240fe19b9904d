import { mkdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { SeedEntriesFile, SeedFiles } from '#cms/seed/read-seed-files.ts'
import { TYPES_BY_SEED_FILE } from '#cms/seed/seed-files.ts'
import type { Seed, SeedEntry, SeedValue } from '#cms/seed/seed-types.ts'
import { removePartFiles, writeFileAtomic, writeFilesAtomic } from '#shared/write-file-atomic.ts'
import { findCurrentAsset } from './pull-media.ts'

/** Records by id. */
export type SeedRecords = Readonly<Record<string, Readonly<Record<string, SeedValue>>>>

/**
 * Formats cms/seed/assets.json, or a file of cms/seed/entries: records by content type. Biome formats them in the same
 * way, because cms/biome.json expands every list of cms/seed.
 */
export const formatSeedFile = (content: SeedRecords | Readonly<Record<string, SeedRecords>>): string =>
  `${JSON.stringify(content, null, 2)}\n`

/** Compares the pulled with the current seed. `staged`: the paths of downloaded files, by their paths in the seed. */
export function computePullChanges(
  seed: Seed,
  currentSeed: SeedFiles,
  { mediaFolder, staged }: { readonly mediaFolder: string; readonly staged: ReadonlyMap<string, string> },
) {
  const assets = toRecords(
    seed.assets.map(({ id, ...record }) => [id, record]),
    currentSeed.assets.records,
  )
  const texts = [
    { file: currentSeed.assets, text: formatSeedFile(assets) },
    ...currentSeed.entries.map((file) => ({ file, text: formatSeedFile(toRecordsByType(seed, file)) })),
  ]
  const usedFiles = new Set(seed.assets.map(({ file }) => file))
  const currentFiles = Object.keys(currentSeed.assets.records).flatMap(
    (id) => findCurrentAsset(currentSeed, id)?.file ?? [],
  )
  return {
    /** New texts of seed files, by path. */
    texts: new Map(texts.flatMap(({ file, text }) => (text === file.text ? [] : [[file.path, text] as const]))),
    /** The paths of downloaded files, by the path to write. */
    media: new Map([...staged].map(([file, stagedPath]) => [join(mediaFolder, file), stagedPath])),
    /** Media files that the seed no longer uses, below the media folder. */
    unused: [...new Set(currentFiles)].filter((file) => !usedFiles.has(file)),
  }
}

type CurrentRecords = Readonly<Record<string, unknown>>

/** Returns the content types of a file: those that it has, in its order, then the others that have pulled entries. */
function toRecordsByType(seed: Seed, { path, recordsByType }: SeedEntriesFile) {
  const types = new Set([...recordsByType.keys(), ...(TYPES_BY_SEED_FILE.get(basename(path)) ?? [])])
  return Object.fromEntries(
    [...types].flatMap((type) => {
      const current = recordsByType.get(type)
      const pulled = seed.entries.filter((entry) => entry.type === type)
      if (!current && pulled.length === 0) return []
      const records = pulled.map(({ id, fields }) => [id, omitNewNulls(fields, current?.[id])] as const)
      return [[type, toRecords(records, current ?? {})]]
    }),
  )
}

const toRecords = (records: readonly (readonly [id: string, SeedRecords[string]])[], current: CurrentRecords) =>
  Object.fromEntries(sortByPreviousOrder(records, Object.keys(current)))

/**
 * Keeps `null` for an empty field only if the current record has the field, so that a new optional field of the model
 * changes no entry.
 */
function omitNewNulls(fields: SeedEntry['fields'], currentRecord: unknown): SeedEntry['fields'] {
  const hasField = (name: string) => currentRecord instanceof Object && Object.hasOwn(currentRecord, name)
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => value !== null || hasField(name)))
}

/** Sorts records by their previous order, and new ones after them by id. */
function sortByPreviousOrder<Item extends readonly [id: string, ...unknown[]]>(
  items: readonly Item[],
  previousIds: readonly string[],
): readonly Item[] {
  const indexes = new Map(previousIds.map((id, index) => [id, index]))
  const getIndex = ([id]: Item) => indexes.get(id) ?? previousIds.length
  return items.toSorted((a, b) => getIndex(a) - getIndex(b) || (a[0] < b[0] ? -1 : 1))
}

/**
 * Writes the media first and then all seed files at once, so that the seed never refers to a missing file, even if the
 * process is killed.
 */
export async function writeSeedFiles(
  { texts, media }: Omit<ReturnType<typeof computePullChanges>, 'unused'>,
  folders: readonly string[],
): Promise<void> {
  // Removes the part files of a killed pull. No other process writes to these folders during a pull.
  for (const folder of folders) await removePartFiles(folder, { minAge: 0, recursive: true })
  for (const [path, stagedPath] of media) {
    await mkdir(dirname(path), { recursive: true })
    await writeFileAtomic(path, await readFile(stagedPath))
  }
  for (const path of texts.keys()) await mkdir(dirname(path), { recursive: true })
  await writeFilesAtomic(new Map([...texts].map(([path, text]) => [path, Buffer.from(text)])))
}
