import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { createNotFoundError, createValidationError, RestError } from '#local/http/rest-error.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { Store, TagDefinition } from '#local/store/store.ts'
import { listResources } from './list-resources.ts'
import {
  expectNewResource,
  expectVersion,
  expectVersionIfSent,
  getSentVersion,
  parseManagementBody,
} from './parse-request.ts'
import { toChangeSys } from './resource-sys.ts'

interface IdRoute {
  readonly Params: { readonly id: string }
}

const visibilitySchema = z.enum(['public', 'private'])
const VISIBILITY_HEADER = 'x-contentful-tag-visibility'

/** The visibility is in a header, and optionally in `sys` too. */
const tagBodySchema = z.strictObject({
  name: z.string().min(1).max(128),
  sys: z.looseObject({ visibility: visibilitySchema.optional() }).optional(),
})

/** Registers the tag endpoints. The visibility of a tag cannot change. */
export function registerTagRoutes(scope: FastifyInstance, store: Store): void {
  const { tags } = store
  const toResponse = createToResponse(store)
  const getTag = (id: string) => {
    const tag = tags.get(id)
    if (tag) return tag
    throw createNotFoundError('Tag', id)
  }

  scope.get('/tags', async ({ query }) => listResources(tags, query, toResponse))

  scope.get<IdRoute>('/tags/:id', async ({ params }) => toResponse(getTag(params.id)))

  scope.put<IdRoute>('/tags/:id', async ({ params: { id }, body, headers }, reply) => {
    const { name, sys } = parseManagementBody(tagBodySchema, body)
    const tag = tags.get(id)
    const conflicting = tags.all().find((other) => other.id !== id && other.draft.name === name)
    if (conflicting)
      throw createValidationError([
        { name: 'taken', path: ['name'], value: name, details: `"${conflicting.id}" already has this name` },
      ])
    if (tag) {
      expectVersion(tag, getSentVersion(headers))
      return toResponse(tags.save(id, { ...tag.draft, name }))
    }
    expectNewResource('tag', id, getSentVersion(headers))
    const visibility = visibilitySchema.safeParse(headers[VISIBILITY_HEADER] ?? sys?.visibility ?? 'private')
    if (!visibility.success) throw new RestError('BadRequest', `${VISIBILITY_HEADER} must be public or private`)
    return reply.code(201).send(toResponse(tags.create(id, { name, visibility: visibility.data })))
  })

  scope.delete<IdRoute>('/tags/:id', async ({ params: { id }, headers }, reply) => {
    expectVersionIfSent(getTag(id), getSentVersion(headers))
    if (isTagInUse(store, id)) {
      const errors = [{ name: 'reference', details: 'Tag is referenced by another entity' }]
      throw new RestError('ActionPreconditionsFailed', 'Validation error', { errors })
    }
    tags.remove(id)
    return reply.code(204).send()
  })
}

/** Whether an entry or asset has the tag, in its draft or its published version. */
const isTagInUse = ({ entries, assets }: Store, id: string): boolean =>
  [...entries.all(), ...assets.all()].some(
    ({ draft, published }) => draft.tags.includes(id) || published?.tags.includes(id),
  )

const createToResponse =
  ({ locationSys }: Store) =>
  (tag: StoredResource<TagDefinition>) => ({
    name: tag.draft.name,
    sys: { ...locationSys, type: 'Tag', ...toChangeSys(tag), visibility: tag.draft.visibility },
  })
