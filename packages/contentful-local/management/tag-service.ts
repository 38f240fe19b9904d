import * as z from 'zod'
import { createValidationError, RestError } from '#local/engine/rest-error.ts'
import { parseManagementBody } from '#local/http/parse-request.ts'
import type { Store, TagDefinition } from '#local/store/store.ts'
import { createResourceService } from './resource-service.ts'

const visibilitySchema = z.enum(['public', 'private'])
const VISIBILITY_HEADER = 'x-contentful-tag-visibility'

/** The visibility is in a header, and optionally in `sys` too. */
const tagBodySchema = z.strictObject({
  name: z.string().min(1).max(128),
  sys: z.looseObject({ visibility: visibilitySchema.optional() }).optional(),
})

/** Tags. The visibility of a tag cannot change. A tag that is in use cannot be deleted. */
export const createTagService = ({ tags, entries, assets }: Store) =>
  createResourceService<TagDefinition>({
    path: '/tags',
    can: ['upsert', 'delete'],
    table: tags,
    uniqueProperty: 'name',
    parse: ({ body, headers, current }) => {
      const { name, sys } = parseManagementBody(tagBodySchema, body)
      if (current) return { ...current.draft, name }
      const visibility = visibilitySchema.safeParse(headers[VISIBILITY_HEADER] ?? sys?.visibility ?? 'private')
      if (!visibility.success) throw new RestError('BadRequest', `${VISIBILITY_HEADER} must be public or private`)
      return { name, visibility: visibility.data }
    },
    getProperties: ({ draft: { name } }) => ({ name }),
    getSys: ({ draft: { visibility } }) => ({ visibility }),
    remove: ({ id }) => {
      const hasTag = [{ linkTypes: ['Tag'], values: [id] }] as const
      const isInUse = [entries, assets].some((table) =>
        (['draft', 'published'] as const).some((version) => table.count({ version, values: hasTag }) > 0),
      )
      // Recorded: contentful-management.rb, vcr_cassettes/tag/destroy_referenced.yml.
      const errors = [{ name: 'reference', details: 'Tag is referenced by another entity' }]
      if (isInUse) throw createValidationError(errors, 'ActionPreconditionsFailed')
      tags.remove(id)
    },
  })
