import * as z from 'zod'
import { createValidationError } from '#local/http/rest-error.ts'
import { createResourceLink } from '#local/links.ts'
import type { FieldValues, Store } from '#local/store/store.ts'
import { ignoredSysSchema, parseManagementBody } from './parse-request.ts'

/** `metadata` of entries and assets. Taxonomy concepts are not supported: only an empty list is accepted. */
const metadataSchema = z.object({
  metadata: z
    .strictObject({
      tags: z.array(
        z.object({ sys: z.object({ type: z.literal('Link'), linkType: z.literal('Tag'), id: z.string() }) }),
      ),
      concepts: z.array(z.never()).optional(),
    })
    .nullish(),
})

/** Field id → locale → value. */
export const fieldValuesSchema: z.ZodType<FieldValues> = z.record(z.string(), z.record(z.string(), z.unknown()))

/** The shape of an entry or asset in a request body. `metadata` is parsed by `parseTagIds`. */
export const contentBodySchema = z.strictObject({
  sys: ignoredSysSchema,
  metadata: z.unknown().optional(),
  fields: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((fields) => fields ?? {}),
})

/** Ids of the tags in `metadata`, or the previous ones if it is absent or `null`. Throws if a tag does not exist. */
export function parseTagIds(
  metadata: unknown,
  previous: readonly string[] | undefined,
  { tags }: Pick<Store, 'tags'>,
): readonly string[] {
  const { metadata: parsed } = parseManagementBody(metadataSchema, { metadata })
  if (!parsed) return previous ?? []
  const ids = [...new Set(parsed.tags.map(({ sys }) => sys.id))]
  const errors = ids
    .filter((id) => !tags.get(id))
    .map((id) => ({ name: 'notResolvable', path: ['metadata', 'tags'], value: id, details: `No tag "${id}"` }))
  if (errors.length > 0) throw createValidationError(errors)
  return ids
}

/** `metadata` of an entry or asset in responses. */
export const toMetadata = (tags: readonly string[]) => ({
  tags: tags.map((id) => createResourceLink('Tag', id)),
  concepts: [],
})
