import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import * as z from 'zod'
import { model } from '#cms/model/model.ts'
import { getSeedEntriesFile, SEED_ASSETS_FILE } from '#cms/seed/seed-types.ts'
import { tryParseJson } from '#cms/sync/contentful/try-parse-json.ts'
import { UserError } from '#shared/user-error.ts'

/** One file of the seed as it stood before. */
export interface CurrentSeedFile {
  readonly path: string
  /** `undefined` where it was not there. */
  readonly text: string | undefined
  readonly records: Readonly<Record<string, unknown>>
}

/** The seed before a pull: it gives the order, and the places of the media. Its own faults do not matter. */
export interface CurrentSeed {
  readonly assets: CurrentSeedFile
  /** By content type. */
  readonly entries: ReadonlyMap<string, CurrentSeedFile>
}

/** zod’s own record loses the id `__proto__`. */
const records = z.custom<CurrentSeedFile['records']>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/** Throws `UserError` where a file cannot be read as JSON. */
export async function readCurrentSeed(folder: string): Promise<CurrentSeed> {
  const types = Object.keys(model)
  const [assets, ...entries] = await Promise.all([
    heldFile(join(folder, basename(SEED_ASSETS_FILE))),
    ...types.map((type) => heldFile(join(folder, 'entries', basename(getSeedEntriesFile(type))))),
  ])
  return { assets, entries: new Map(entries.map((file, place) => [types[place] ?? '', file])) }
}

async function heldFile(path: string): Promise<CurrentSeedFile> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  const { success, data } = records.safeParse(text === undefined ? {} : tryParseJson(text))
  if (success) return { path, text, records: data }
  throw new UserError(`${path} is no JSON of things by their ids: correct it, or take back what was changed in it`)
}

const asset = z.object({ file: z.string(), originalName: z.string().optional() })

/** Where the asset's file was, below the media folder, and what the space called it. */
export function findCurrentAsset({ assets }: CurrentSeed, id: string): z.output<typeof asset> | undefined {
  const { data } = asset.safeParse(assets.records[id])
  return data && isBelow(data.file) ? data : undefined
}

const isBelow = (file: string) => !file.startsWith('/') && !file.split(/[/\\]/).includes('..')
