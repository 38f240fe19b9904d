import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { invalid, notFound, RestError } from '#cms/local/rest-error.ts'
import type { Resource } from '#cms/local/store/resources.ts'
import type { Store, TagDefinition } from '#cms/local/store/store.ts'
import { bodyOf } from './body.ts'
import { eraseTag } from './erase.ts'
import { resourceList } from './list-query.ts'
import { PLACE } from './sys.ts'
import { expectNew, expectVersion, expectVersionIfSent, sentVersion } from './versions.ts'

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
export function tagRoutes(scope: FastifyInstance, store: Store): void {
  const { tags } = store
  const existing = (id: string) => {
    const found = tags.get(id)
    if (found) return found
    throw notFound('Tag', id)
  }

  scope.get('/tags', async ({ query }) => resourceList(tags, query, answerOf))

  scope.get<ById>('/tags/:id', async ({ params }) => answerOf(existing(params.id)))

  scope.put<ById>('/tags/:id', async ({ params: { id }, body, headers }, reply) => {
    const { name, sys } = bodyOf(tagBody, body)
    const found = tags.get(id)
    const namesake = tags.all().find((tag) => tag.id !== id && tag.draft.name === name)
    if (namesake)
      throw invalid([{ name: 'taken', path: ['name'], value: name, details: `"${namesake.id}" has this name` }])
    if (found) {
      expectVersion(found, sentVersion(headers))
      return answerOf(tags.save(id, { ...found.draft, name }))
    }
    expectNew('tag', id, sentVersion(headers))
    const seenBy = visibility.safeParse(headers[VISIBILITY] ?? sys?.visibility ?? 'private')
    if (!seenBy.success) throw new RestError('BadRequest', `${VISIBILITY} must be public or private`)
    return reply.code(201).send(answerOf(tags.create(id, { name, visibility: seenBy.data })))
  })

  scope.delete<ById>('/tags/:id', async ({ params: { id }, headers }, reply) => {
    expectVersionIfSent(existing(id), sentVersion(headers))
    store.together(() => {
      eraseTag(store, id)
      tags.remove(id)
    })
    return reply.code(204).send()
  })
}

const answerOf = ({ id, version, createdAt, updatedAt, draft: { name, visibility } }: Resource<TagDefinition>) => ({
  name,
  sys: { ...PLACE, type: 'Tag', id, version, createdAt, updatedAt, visibility },
})
