import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { isLoopbackUrl } from '#cms/local/http/loopback-requests.ts'
import { createNotFoundError, createValidationError } from '#cms/local/http/rest-error.ts'
import type { StoredResource } from '#cms/local/store/resource-table.ts'
import type { PreviewEnvironment, Store } from '#cms/local/store/store.ts'
import { listResources } from './list-resources.ts'
import {
  createId,
  expectNewResource,
  expectVersion,
  getSentVersion,
  ignoredSysSchema,
  parseManagementBody,
} from './parse-request.ts'
import { LOCAL_SPACE_SYS } from './resource-sys.ts'

interface ById {
  readonly Params: { readonly id: string }
}

const PATH = '/preview_environments'

/** The real one takes any address; a browser shows an https page no other in a frame. */
function isShowable(url: string): boolean {
  const address = URL.parse(url)
  return address !== null && (address.protocol === 'https:' || isLoopbackUrl(address))
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
  sys: ignoredSysSchema,
  name: z.string().trim().min(1).max(256),
  description: z.string().nullish(),
  configurations: z.array(configuration).default([]),
})

/** Where the web app's "Open preview" leads, for each content type: of the space, not of an environment. */
export function registerPreviewEnvironmentRoutes(
  scope: FastifyInstance,
  { previewEnvironments, contentTypes }: Store,
): void {
  const existing = (id: string) => {
    const found = previewEnvironments.get(id)
    if (found) return found
    throw createNotFoundError('PreviewEnvironment', id)
  }
  const checked = (given: unknown, id: string): PreviewEnvironment => {
    const { name, description, configurations } = parseManagementBody(body, given)
    if (previewEnvironments.all().some((other) => other.id !== id && other.draft.name === name))
      throw createValidationError([{ name: 'unique', path: ['name'], value: name }])
    const unknown = configurations.flatMap(({ contentType: value }, place) =>
      contentTypes.get(value) ? [] : [{ name: 'unknown', path: ['configurations', place, 'contentType'], value }],
    )
    if (unknown.length > 0) throw createValidationError(unknown)
    return { name, description: description ?? '', configurations }
  }

  scope.get(PATH, async ({ query }) => listResources(previewEnvironments, query, answerOf))

  scope.get<ById>(`${PATH}/:id`, async ({ params }) => answerOf(existing(params.id)))

  scope.post(PATH, async ({ body: given }, reply) => {
    const id = createId()
    return reply.code(201).send(answerOf(previewEnvironments.create(id, checked(given, id))))
  })

  scope.put<ById>(`${PATH}/:id`, async ({ params: { id }, body: given, headers }, reply) => {
    const found = previewEnvironments.get(id)
    if (found) expectVersion(answered(found), getSentVersion(headers))
    else expectNewResource('preview environment', id, getSentVersion(headers))
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
const answered = ({ id, version }: StoredResource<PreviewEnvironment>) => ({ id, version: version - 1 })

const answerOf = (found: StoredResource<PreviewEnvironment>) => ({
  ...found.draft,
  configurations: found.draft.configurations.map((one) => ({
    ...one,
    entityType: 'ContentType',
    entityId: one.contentType,
  })),
  sys: {
    type: 'PreviewEnvironment',
    ...answered(found),
    space: LOCAL_SPACE_SYS.space,
    createdAt: found.createdAt,
    updatedAt: found.updatedAt,
  },
})
