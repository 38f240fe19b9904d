import * as z from 'zod'

export const publishedEntrySchema = z.object({
  sys: z.object({
    id: z.string(),
    contentType: z.object({ sys: z.object({ id: z.string() }) }),
    /** In the Preview API the time of the last change; in the Delivery API that of the publication. */
    updatedAt: z.string().optional(),
  }),
  fields: z.record(z.string(), z.unknown()),
})
const optionalText = z.string().optional().catch(undefined)
/** Accepts assets whose file is missing or incomplete. */
export const deliveredAssetSchema = z.object({
  sys: z.object({ id: z.string(), updatedAt: optionalText }),
  fields: z.object({
    title: optionalText,
    description: optionalText,
    file: z
      .object({
        url: optionalText,
        fileName: optionalText,
        contentType: optionalText,
        details: z
          .object({
            /** bytes */
            size: z.number().optional().catch(undefined),
            /** px */
            image: z.object({ width: z.number(), height: z.number() }).optional().catch(undefined),
          })
          .optional()
          .catch(undefined),
      })
      .optional()
      .catch(undefined),
  }),
})

/** An entry of the Delivery API in one locale, with links in Contentful’s format. */
export type PublishedEntry = z.output<typeof publishedEntrySchema>
export type DeliveredAsset = z.output<typeof deliveredAssetSchema>
