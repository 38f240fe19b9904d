import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { isLoopbackUrl } from '#local/http/loopback-requests.ts'
import { createNotFoundError, createValidationError } from '#local/http/rest-error.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { PreviewEnvironment, SpaceStore, Store } from '#local/store/store.ts'
import { listResources } from './list-resources.ts'
import {
  createId,
  expectNewResource,
  expectVersion,
  getSentVersion,
  ignoredSysSchema,
  parseManagementBody,
} from './parse-request.ts'
import { toSpaceResourceSys } from './resource-sys.ts'

interface IdRoute {
  readonly Params: { readonly id: string }
}

const PATH = '/preview_environments'

/** Contentful accepts any URL, but its web app is an https page, in which browsers only frame https and loopback pages. */
function isFrameableUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || isLoopbackUrl(url))
}

/** Clients send the content type as `contentType`, as `entityType` and `entityId`, or both; responses contain both. */
const configurationSchema = z
  .strictObject({
    contentType: z.string().min(1).optional(),
    entityType: z.literal('ContentType').optional(),
    entityId: z.string().min(1).optional(),
    url: z.string().refine(isFrameableUrl, 'Must be an https URL, or an http URL of this machine'),
    enabled: z.boolean(),
    example: z.boolean().default(false),
  })
  .transform(({ entityType: _, entityId, contentType = '', ...rest }) => ({
    ...rest,
    contentType: entityId ?? contentType,
  }))

const previewEnvironmentBodySchema = z.strictObject({
  sys: ignoredSysSchema,
  name: z.string().trim().min(1).max(256),
  description: z.string().nullish(),
  configurations: z.array(configurationSchema).default([]),
})

/** Registers the endpoints of preview environments: the URLs of "Open preview" in the web app, by content type. */
export function registerPreviewEnvironmentRoutes(
  scope: FastifyInstance,
  previewEnvironments: SpaceStore['previewEnvironments'],
  contentTypes: Store['contentTypes'],
): void {
  const getPreviewEnvironment = (id: string) => {
    const environment = previewEnvironments.get(id)
    if (environment) return environment
    throw createNotFoundError('PreviewEnvironment', id)
  }
  const parseBody = (body: unknown, id: string): PreviewEnvironment => {
    const { name, description, configurations } = parseManagementBody(previewEnvironmentBodySchema, body)
    if (previewEnvironments.all().some((other) => other.id !== id && other.draft.name === name))
      throw createValidationError([{ name: 'unique', path: ['name'], value: name }])
    const errors = configurations.flatMap(({ contentType: value }, index) =>
      contentTypes.get(value) ? [] : [{ name: 'unknown', path: ['configurations', index, 'contentType'], value }],
    )
    if (errors.length > 0) throw createValidationError(errors)
    return { name, description: description ?? '', configurations }
  }

  scope.get(PATH, async ({ query }) => listResources(previewEnvironments, query, toResponse))

  scope.get<IdRoute>(`${PATH}/:id`, async ({ params }) => toResponse(getPreviewEnvironment(params.id)))

  scope.post(PATH, async ({ body }, reply) => {
    const id = createId()
    return reply.code(201).send(toResponse(previewEnvironments.create(id, parseBody(body, id))))
  })

  scope.put<IdRoute>(`${PATH}/:id`, async ({ params: { id }, body, headers }, reply) => {
    const existing = previewEnvironments.get(id)
    if (existing) expectVersion(getIdAndVersion(existing), getSentVersion(headers))
    else expectNewResource('preview environment', id, getSentVersion(headers))
    const environment = parseBody(body, id)
    if (existing) return toResponse(previewEnvironments.save(id, environment))
    return reply.code(201).send(toResponse(previewEnvironments.create(id, environment)))
  })

  scope.delete<IdRoute>(`${PATH}/:id`, async ({ params: { id } }, reply) => {
    getPreviewEnvironment(id)
    previewEnvironments.remove(id)
    return reply.code(204).send()
  })
}

/** Versions of preview environments start at 0, unlike those of all other resources. */
const getIdAndVersion = ({ id, version }: StoredResource<PreviewEnvironment>) => ({ id, version: version - 1 })

const toResponse = (environment: StoredResource<PreviewEnvironment>) => ({
  ...environment.draft,
  configurations: environment.draft.configurations.map((configuration) => ({
    ...configuration,
    entityType: 'ContentType',
    entityId: configuration.contentType,
  })),
  sys: { ...toSpaceResourceSys('PreviewEnvironment', environment), ...getIdAndVersion(environment) },
})
