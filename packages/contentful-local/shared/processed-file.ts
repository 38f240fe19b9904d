import * as z from 'zod'

/**
 * A processed file in an asset's `file` field. `url` is stored as a path, and responses add the host of the request. A file
 * of a seed is on another server, and has its whole URL.
 */
export const processedFileSchema = z.object({
  url: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  details: z.object({
    size: z.number(),
    image: z.object({ width: z.number(), height: z.number() }).optional(),
  }),
})

export type ProcessedFile = z.output<typeof processedFileSchema>
