import * as z from 'zod'
import { createValidationError } from '#cms/local/http/rest-error.ts'
import type { Store } from '#cms/local/store/store.ts'
import { createResourceLink } from './resource-sys.ts'

/** What entries and assets wear. Concepts are not here: an empty list of them is all that may come. */
export const metadataSchema = z
  .strictObject({
    tags: z
      .array(z.object({ sys: z.object({ type: z.literal('Link'), linkType: z.literal('Tag'), id: z.string() }) }))
      .optional(),
    concepts: z.array(z.never()).optional(),
  })
  .optional()

/** The ids of the tags that are sent; without any word of them those that are there. Throws where one is unknown. */
export function parseTagIds(
  given: z.output<typeof metadataSchema>,
  before: readonly string[] | undefined,
  { tags }: Store,
): readonly string[] {
  if (!given?.tags) return before ?? []
  const ids = [...new Set(given.tags.map(({ sys }) => sys.id))]
  const unknown = ids.filter((id) => !tags.get(id))
  if (unknown.length === 0) return ids
  throw createValidationError(
    unknown.map((id) => ({ name: 'notResolvable', path: ['metadata', 'tags'], value: id, details: `No tag "${id}"` })),
  )
}

export const toMetadata = (tags: readonly string[]) => ({
  tags: tags.map((id) => createResourceLink('Tag', id)),
  concepts: [],
})
