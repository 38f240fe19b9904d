import * as z from 'zod'
import type { SeedFiles } from '#cms/seed/read-seed-files.ts'

/** Returns the ids of the current entries of a content type. */
export const getCurrentEntryIds = ({ entries }: SeedFiles, type: string): readonly string[] =>
  entries.flatMap(({ recordsByType }) =>
    [...recordsByType].flatMap(([id, records]) => (id === type ? Object.keys(records) : [])),
  )

const assetSchema = z.object({ file: z.string(), originalName: z.string().optional() })

/** Returns the current file of an asset below the media folder, and its name in the space. */
export function findCurrentAsset({ assets }: SeedFiles, id: string): z.output<typeof assetSchema> | undefined {
  const { data } = assetSchema.safeParse(assets.records[id])
  return data && isBelowFolder(data.file) ? data : undefined
}

const isBelowFolder = (file: string) => !file.startsWith('/') && !file.split(/[/\\]/).includes('..')
