import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { createValidationError, RestError } from '#local/http/rest-error.ts'
import type { Store, TagDefinition } from '#local/store/store.ts'
import { parseManagementBody } from './parse-request.ts'
import { createResourceService, registerResourceRoutes, type WriteRequest } from './resource-routes.ts'
import { toResourceSys } from './resource-sys.ts'

const visibilitySchema = z.enum(['public', 'private'])
const VISIBILITY_HEADER = 'x-contentful-tag-visibility'

/** The visibility is in a header, and optionally in `sys` too. */
const tagBodySchema = z.strictObject({
  name: z.string().min(1).max(128),
  sys: z.looseObject({ visibility: visibilitySchema.optional() }).optional(),
})

/** Registers the tag endpoints. The visibility of a tag cannot change. A tag that is in use cannot be deleted. */
export function registerTagRoutes(scope: FastifyInstance, store: Store): void {
  const service = createResourceService<TagDefinition>(store, {
    type: 'Tag',
    path: '/tags',
    can: ['upsert', 'delete'],
    table: store.tags,
    parse: (request) => parseTag(store, request),
    toResponse: (tag) => {
      const { name, visibility } = tag.draft
      return { name, sys: { ...toResourceSys('Tag', tag, store.locationSys), visibility } }
    },
    checkRemovable: ({ id }) => {
      // Recorded: contentful-management.rb, vcr_cassettes/tag/destroy_referenced.yml.
      const errors = [{ name: 'reference', details: 'Tag is referenced by another entity' }]
      if (isTagInUse(store, id)) throw new RestError('ActionPreconditionsFailed', 'Validation error', { errors })
    },
  })
  registerResourceRoutes(scope, service)
}

function parseTag({ tags }: Store, { id, body, headers, current }: WriteRequest<TagDefinition>): TagDefinition {
  const { name, sys } = parseManagementBody(tagBodySchema, body)
  const conflicting = tags.all().find((other) => other.id !== id && other.draft.name === name)
  if (conflicting) {
    const details = `"${conflicting.id}" already has this name`
    throw createValidationError([{ name: 'taken', path: ['name'], value: name, details }])
  }
  if (current) return { ...current.draft, name }
  const visibility = visibilitySchema.safeParse(headers[VISIBILITY_HEADER] ?? sys?.visibility ?? 'private')
  if (!visibility.success) throw new RestError('BadRequest', `${VISIBILITY_HEADER} must be public or private`)
  return { name, visibility: visibility.data }
}

/** Whether an entry or asset has the tag, in its draft or its published version. */
const isTagInUse = ({ entries, assets }: Store, id: string): boolean =>
  [...entries.all(), ...assets.all()].some(
    ({ draft, published }) => draft.tags.includes(id) || published?.tags.includes(id),
  )
