import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import * as z from 'zod'
import { model } from '#cms/model/model.ts'
import { getSeedEntriesFile, SEED_ASSETS_FILE } from '#cms/seed/seed-types.ts'
import { tryParseJson } from '#cms/sync/contentful/try-parse-json.ts'
import { UserError } from '#shared/user-error.ts'

/** A file of the seed before a pull. */
export interface CurrentSeedFile {
  readonly path: string
  /** `undefined` if the file does not exist. */
  readonly text: string | undefined
  readonly records: Readonly<Record<string, unknown>>
}

/** The seed before a pull, which defines the order of the records and the paths of the media. It need not be valid. */
export interface CurrentSeed {
  readonly assets: CurrentSeedFile
  /** By content type. */
  readonly entries: ReadonlyMap<string, CurrentSeedFile>
}

/** A custom schema, because zod’s `record` drops the id `__proto__`. */
const recordsSchema = z.custom<CurrentSeedFile['records']>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/** Throws `UserError` if a file is not a JSON object. */
export async function readCurrentSeed(folder: string): Promise<CurrentSeed> {
  const types = Object.keys(model)
  const [assets, ...entries] = await Promise.all([
    readCurrentSeedFile(join(folder, basename(SEED_ASSETS_FILE))),
    ...types.map((type) => readCurrentSeedFile(join(folder, 'entries', basename(getSeedEntriesFile(type))))),
  ])
  return { assets, entries: new Map(entries.map((file, index) => [types[index] ?? '', file])) }
}

async function readCurrentSeedFile(path: string): Promise<CurrentSeedFile> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  const { success, data } = recordsSchema.safeParse(text === undefined ? {} : tryParseJson(text))
  if (success) return { path, text, records: data }
  throw new UserError(`${path} is not a JSON object of records by id: correct it, or undo its changes`)
}

const assetSchema = z.object({ file: z.string(), originalName: z.string().optional() })

/** Returns the current file of an asset below the media folder, and its name in the space. */
export function findCurrentAsset({ assets }: CurrentSeed, id: string): z.output<typeof assetSchema> | undefined {
  const { data } = assetSchema.safeParse(assets.records[id])
  return data && isBelowFolder(data.file) ? data : undefined
}

const isBelowFolder = (file: string) => !file.startsWith('/') && !file.split(/[/\\]/).includes('..')
