import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { invalid, notFound } from '#cms/local/rest-error.ts'
import type { Resource } from '#cms/local/store/resources.ts'
import type { PreviewEnvironment, Store } from '#cms/local/store/store.ts'
import { leadsHere } from '#cms/local/this-machine.ts'
import { bodyOf, sys } from './body.ts'
import { resourceList } from './list-query.ts'
import { PLACE } from './sys.ts'
import { expectNew, expectVersion, newId, sentVersion } from './versions.ts'

interface ById {
  readonly Params: { readonly id: string }
}

const PATH = '/preview_environments'

/** The real one takes any address; a browser shows an https page no other in a frame. */
function isShowable(url: string): boolean {
  const address = URL.parse(url)
  return address !== null && (address.protocol === 'https:' || leadsHere(address))
}

/** A content type is named in the old way, in the new one, or in both, as it is answered. */
const configuration = z
  .strictObject({
    contentType: z.string().min(1).optional(),
    entityType: z.literal('ContentType').optional(),
    entityId: z.string().min(1).optional(),
    url: z.string().refine(isShowable, 'An https address, or an http one of this machine'),
    enabled: z.boolean(),
    example: z.boolean().default(false),
  })
  .transform(({ entityType: _, entityId, contentType = '', ...rest }) => ({
    ...rest,
    contentType: entityId ?? contentType,
  }))

const body = z.strictObject({
  sys,
  name: z.string().trim().min(1).max(256),
  description: z.string().nullish(),
  configurations: z.array(configuration).default([]),
})

/** Where the web app's "Open preview" leads, for each content type: of the space, not of an environment. */
export function previewEnvironmentRoutes(scope: FastifyInstance, { previewEnvironments, contentTypes }: Store): void {
  const existing = (id: string) => {
    const found = previewEnvironments.get(id)
    if (found) return found
    throw notFound('PreviewEnvironment', id)
  }
  const checked = (given: unknown, id: string): PreviewEnvironment => {
    const { name, description, configurations } = bodyOf(body, given)
    if (previewEnvironments.all().some((other) => other.id !== id && other.draft.name === name))
      throw invalid([{ name: 'unique', path: ['name'], value: name }])
    const unknown = configurations.flatMap(({ contentType: value }, place) =>
      contentTypes.get(value) ? [] : [{ name: 'unknown', path: ['configurations', place, 'contentType'], value }],
    )
    if (unknown.length > 0) throw invalid(unknown)
    return { name, description: description ?? '', configurations }
  }

  scope.get(PATH, async ({ query }) => resourceList(previewEnvironments, query, answerOf))

  scope.get<ById>(`${PATH}/:id`, async ({ params }) => answerOf(existing(params.id)))

  scope.post(PATH, async ({ body: given }, reply) => {
    const id = newId()
    return reply.code(201).send(answerOf(previewEnvironments.create(id, checked(given, id))))
  })

  scope.put<ById>(`${PATH}/:id`, async ({ params: { id }, body: given, headers }, reply) => {
    const found = previewEnvironments.get(id)
    if (found) expectVersion(answered(found), sentVersion(headers))
    else expectNew('preview environment', id, sentVersion(headers))
    const environment = checked(given, id)
    if (found) return answerOf(previewEnvironments.save(id, environment))
    return reply.code(201).send(answerOf(previewEnvironments.create(id, environment)))
  })

  scope.delete<ById>(`${PATH}/:id`, async ({ params: { id } }, reply) => {
    existing(id)
    previewEnvironments.remove(id)
    return reply.code(204).send()
  })
}

/** These alone begin at version 0. */
const answered = ({ id, version }: Resource<PreviewEnvironment>) => ({ id, version: version - 1 })

const answerOf = (found: Resource<PreviewEnvironment>) => ({
  ...found.draft,
  configurations: found.draft.configurations.map((one) => ({
    ...one,
    entityType: 'ContentType',
    entityId: one.contentType,
  })),
  sys: {
    type: 'PreviewEnvironment',
    ...answered(found),
    space: PLACE.space,
    createdAt: found.createdAt,
    updatedAt: found.updatedAt,
  },
})
