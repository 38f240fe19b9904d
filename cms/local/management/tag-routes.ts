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
import { removeTagFromContent } from './remove-from-content.ts'
import { LOCAL_SPACE_SYS } from './resource-sys.ts'

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
    store.runTransaction(() => {
      removeTagFromContent(store, id)
      tags.remove(id)
    })
    return reply.code(204).send()
  })
}

const toResponse = ({
  id,
  version,
  createdAt,
  updatedAt,
  draft: { name, visibility },
}: StoredResource<TagDefinition>) => ({
  name,
  sys: { ...LOCAL_SPACE_SYS, type: 'Tag', id, version, createdAt, updatedAt, visibility },
})
