import * as z from 'zod'
import { createValidationError } from '#local/engine/rest-error.ts'
import { frameableUrlSchema } from '#local/http/loopback-requests.ts'
import { createBodySchema, parseManagementBody } from '#local/http/parse-request.ts'
import type { ResourceTable } from '#local/store/resource-table.ts'
import type { PreviewEnvironment } from '#local/store/space-definitions.ts'
import type { Store } from '#local/store/store.ts'
import { createResourceService } from './resource-service.ts'

/** Clients send the content type as `contentType`, as `entityType` and `entityId`, or both; responses contain both. */
const configurationSchema = z
  .strictObject({
    contentType: z.string().min(1).optional(),
    entityType: z.literal('ContentType').optional(),
    entityId: z.string().min(1).optional(),
    /** Contentful accepts any URL. `{entry.sys.id}` is a placeholder for the entry id. */
    url: frameableUrlSchema,
    enabled: z.boolean(),
    example: z.boolean().default(false),
  })
  .transform(({ entityType: _, entityId, contentType = '', ...rest }) => ({
    ...rest,
    contentType: entityId ?? contentType,
  }))

const previewEnvironmentSchema = createBodySchema({
  name: z.string().trim().min(1).max(256),
  description: z.string().nullish(),
  configurations: z.array(configurationSchema).default([]),
})

/** Preview environments: the URLs of "Open preview" in the web app, by content type. */
export const createPreviewEnvironmentService = (table: ResourceTable<PreviewEnvironment>, { contentTypes }: Store) =>
  createResourceService<PreviewEnvironment>({
    path: '/preview_environments',
    can: ['create', 'upsert', 'delete'],
    table,
    firstVersion: 0, // unlike all other resources
    uniqueProperty: 'name',
    parse: ({ body }) => {
      const environment = parseManagementBody(previewEnvironmentSchema, body)
      const errors = environment.configurations.flatMap(({ contentType: value }, index) =>
        contentTypes.get(value) ? [] : [{ name: 'unknown', path: ['configurations', index, 'contentType'], value }],
      )
      if (errors.length > 0) throw createValidationError(errors)
      return { ...environment, description: environment.description ?? '' }
    },
    getProperties: ({ draft }) => ({
      ...draft,
      configurations: draft.configurations.map((configuration) => {
        return { ...configuration, entityType: 'ContentType', entityId: configuration.contentType }
      }),
    }),
  })
