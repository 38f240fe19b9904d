import * as z from 'zod'
import { SITE_PATHS } from '#cms/model/site-paths.ts'

/** What build-process.ts is told. */
export const buildRequestSchema = z.object({
  outDir: z.string(),
  ssrDir: z.string(),
  /** `everything`: the bundles too. */
  parts: z.union([z.literal('everything'), z.object({ paths: z.array(z.enum(SITE_PATHS)), redirects: z.boolean() })]),
})

/** What build-process.ts answers: what the CMS did not give, and why. It stayed as it was, or is made of the seed. */
export const buildResultSchema = z.object({
  failures: z.array(z.object({ what: z.string(), reason: z.string() })).readonly(),
})

export type BuildRequest = z.output<typeof buildRequestSchema>
export type BuildResult = z.output<typeof buildResultSchema>

/** Every page and the redirects, from what the CMS says now; the bundles stay. */
export const ALL_PAGE_PARTS = { paths: [...SITE_PATHS], redirects: true } satisfies BuildRequest['parts']
