import * as z from 'zod'
import { readSeedFiles, type SeedFiles } from '#cms/seed/read-seed-files.ts'

/**
 * The seed before a pull, which defines the order of the records and the paths of the media. Its entries need not be
 * valid, and its files may be missing.
 */
export type CurrentSeed = SeedFiles

/** Throws `UserError` if the pull would lose an entry, because a file is not JSON or has an unknown content type. */
export const readCurrentSeed = (folder: string): CurrentSeed => readSeedFiles(folder, { allowMissing: true })

/** Returns the ids of the current entries of a content type. */
export const getCurrentEntryIds = ({ entries }: CurrentSeed, type: string): readonly string[] =>
  entries.flatMap(({ recordsByType }) =>
    [...recordsByType].flatMap(([id, records]) => (id === type ? Object.keys(records) : [])),
  )

const assetSchema = z.object({ file: z.string(), originalName: z.string().optional() })

/** Returns the current file of an asset below the media folder, and its name in the space. */
export function findCurrentAsset({ assets }: CurrentSeed, id: string): z.output<typeof assetSchema> | undefined {
  const { data } = assetSchema.safeParse(assets.records[id])
  return data && isBelowFolder(data.file) ? data : undefined
}

const isBelowFolder = (file: string) => !file.startsWith('/') && !file.split(/[/\\]/).includes('..')
