import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { createValidationError, describeUnsupported } from '#local/http/rest-error.ts'
import { createResourceLink } from '#local/links.ts'
import type { ContentTable, FieldValues, StoredContent } from '#local/store/content-table.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { Store } from '#local/store/store.ts'
import { createBodySchema, createLinkSchema } from './parse-request.ts'

/** Field id → locale → value. */
export const fieldValuesSchema: z.ZodType<FieldValues> = z.record(z.string(), z.record(z.string(), z.unknown()))

/** The shape of an entry or asset in a request body. Taxonomy concepts are not supported: only an empty list is accepted. */
export const contentBodySchema = createBodySchema({
  metadata: z
    .strictObject({
      tags: z.array(createLinkSchema('Tag')),
      concepts: z.array(z.never(describeUnsupported('taxonomy'))).optional(),
    })
    .nullish(),
  fields: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((fields) => fields ?? {}),
})

/** Ids of the tags in `metadata`, or the previous ones if it is absent or `null`. Throws if a tag does not exist. */
export function parseTagIds(
  metadata: z.output<typeof contentBodySchema>['metadata'],
  current: StoredResource<StoredContent> | undefined,
  { tags }: Store,
): readonly string[] {
  if (!metadata) return current?.draft.tags ?? []
  const ids = [...new Set(metadata.tags.map(({ sys }) => sys.id))]
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

/**
 * The publication state of each locale: an asset is `changed` after any change, an entry where its values differ from the
 * published ones (recorded: contentful-management.rb, vcr_cassettes/{asset,entry}/update_with_concepts.yml).
 */
export function getFieldStatus(
  type: 'Entry' | 'Asset',
  { draft, published, publishedVersion, version }: StoredResource<StoredContent>,
  { locales }: Store,
) {
  const getStatus = (locale: string) => {
    if (published === null || publishedVersion === null) return 'draft'
    if (version === publishedVersion + 1) return 'published'
    const names = Object.keys({ ...draft.fields, ...published.fields })
    const isEqual = (name: string) => isDeepStrictEqual(draft.fields[name]?.[locale], published.fields[name]?.[locale])
    return type === 'Entry' && names.every(isEqual) ? 'published' : 'changed'
  }
  return { '*': Object.fromEntries(locales.all().map(({ draft: { code } }) => [code, getStatus(code)])) }
}

/** Rewrites the fields of drafts and published versions, without new versions. */
export function rewriteFields(
  table: ContentTable,
  transform: (fields: FieldValues) => FieldValues,
  contentType?: string,
): void {
  const rewrite = (content: StoredContent): StoredContent => ({ ...content, fields: transform(content.fields) })
  const contentTypes = contentType === undefined ? undefined : [contentType]
  for (const { id, draft, published } of table.iterate({ version: 'draft', contentTypes, order: 'id' })) {
    const rewritten = [rewrite(draft), published && rewrite(published)] as const
    if (!isDeepStrictEqual(rewritten, [draft, published])) table.rewrite(id, ...rewritten)
  }
}
