import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { createNotFoundError, createValidationError, RestError } from '#cms/local/http/rest-error.ts'
import type { StoredResource } from '#cms/local/store/resource-table.ts'
import type { Store, TagDefinition } from '#cms/local/store/store.ts'
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

interface ById {
  readonly Params: { readonly id: string }
}

const visibility = z.enum(['public', 'private'])
const VISIBILITY = 'x-contentful-tag-visibility'

/** The client says the visibility in a header; what it sends as `sys` may say it again. */
const tagBody = z.strictObject({
  name: z.string().min(1).max(128),
  sys: z.looseObject({ visibility: visibility.optional() }).optional(),
})

/** Tags: who sees them is settled when they are made. */
export function registerTagRoutes(scope: FastifyInstance, store: Store): void {
  const { tags } = store
  const existing = (id: string) => {
    const found = tags.get(id)
    if (found) return found
    throw createNotFoundError('Tag', id)
  }

  scope.get('/tags', async ({ query }) => listResources(tags, query, answerOf))

  scope.get<ById>('/tags/:id', async ({ params }) => answerOf(existing(params.id)))

  scope.put<ById>('/tags/:id', async ({ params: { id }, body, headers }, reply) => {
    const { name, sys } = parseManagementBody(tagBody, body)
    const found = tags.get(id)
    const namesake = tags.all().find((tag) => tag.id !== id && tag.draft.name === name)
    if (namesake)
      throw createValidationError([
        { name: 'taken', path: ['name'], value: name, details: `"${namesake.id}" has this name` },
      ])
    if (found) {
      expectVersion(found, getSentVersion(headers))
      return answerOf(tags.save(id, { ...found.draft, name }))
    }
    expectNewResource('tag', id, getSentVersion(headers))
    const seenBy = visibility.safeParse(headers[VISIBILITY] ?? sys?.visibility ?? 'private')
    if (!seenBy.success) throw new RestError('BadRequest', `${VISIBILITY} must be public or private`)
    return reply.code(201).send(answerOf(tags.create(id, { name, visibility: seenBy.data })))
  })

  scope.delete<ById>('/tags/:id', async ({ params: { id }, headers }, reply) => {
    expectVersionIfSent(existing(id), getSentVersion(headers))
    store.runTransaction(() => {
      removeTagFromContent(store, id)
      tags.remove(id)
    })
    return reply.code(204).send()
  })
}

const answerOf = ({
  id,
  version,
  createdAt,
  updatedAt,
  draft: { name, visibility },
}: StoredResource<TagDefinition>) => ({
  name,
  sys: { ...LOCAL_SPACE_SYS, type: 'Tag', id, version, createdAt, updatedAt, visibility },
})
