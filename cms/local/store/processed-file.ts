import * as z from 'zod'

/** What an asset's `file` holds once it is processed. Its `url` is a path here: the host depends on who asks. */
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
