import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { LOCAL_ORGANIZATION_ID } from '#local/constants.ts'
import { parseQueryParameters } from '#local/engine/query-parameters.ts'
import type { IdRoute } from '#local/http/access.ts'
import type { SpaceLimits } from '#local/http/contentful-apis.ts'
import { frameableUrlSchema } from '#local/http/loopback-requests.ts'
import { createBodySchema, parseManagementBody } from '#local/http/parse-request.ts'
import type { AppDefinition } from '#local/store/space-definitions.ts'
import type { SpaceStore } from '#local/store/space-store.ts'
import { createAppInstallationService } from './app-installation-service.ts'
import { createEnvironmentService } from './environment-services.ts'
import { listFixedItems } from './list-resources.ts'
import { createResourceService, LOCAL_ORGANIZATION_LINK, registerRoutes } from './resource-service.ts'

const ORGANIZATION = {
  name: 'Local organization',
  defaultUserLanguage: 'en-US',
  sys: { type: 'Organization', id: LOCAL_ORGANIZATION_ID, version: 1 },
}

/** The locations of the web app (contentful-management, app-definition.ts). */
const LOCATIONS = 'app-config entry-sidebar entry-editor entry-field dialog home page experience-toolbar'.split(' ')

const locationSchema = z
  .looseObject({
    location: z.enum(LOCATIONS),
    /** Required for `entry-field`. */
    fieldTypes: z.array(z.looseObject({ type: z.string() })).optional(),
  })
  .refine(({ location, fieldTypes }) => location !== 'entry-field' || fieldTypes, {
    path: ['fieldTypes'],
    error: 'The location entry-field needs the types of its fields',
  })

const parametersSchema = z
  .array(z.looseObject({ id: z.string().min(1), type: z.string(), required: z.boolean().optional() }))
  .optional()

/** Locations, field types and parameters are stored as sent: the web app interprets them. */
const appDefinitionSchema = createBodySchema({
  name: z.string().trim().min(1).max(256),
  src: frameableUrlSchema.optional(),
  locations: z.array(locationSchema).optional(),
  parameters: z.strictObject({ instance: parametersSchema, installation: parametersSchema }).optional(),
})

/** Registers the endpoints of the organization, of its app definitions, and of the installations of one of them. */
export function registerOrganizationRoutes(scope: FastifyInstance, space: SpaceStore, limits: SpaceLimits): void {
  const appDefinitions = createResourceService<AppDefinition>({
    path: '/app_definitions',
    can: ['create', 'delete'],
    table: space.appDefinitions,
    isOfOrganization: true,
    parse: ({ body }) => parseManagementBody(appDefinitionSchema, body),
    remove: ({ id }) => space.removeAppDefinition(id),
    getSys: () => ({ organization: LOCAL_ORGANIZATION_LINK, shared: false }),
  })
  const environments = createEnvironmentService(space, limits)
  const organizationScope = async (scope: FastifyInstance) => {
    scope.get('/', async () => ORGANIZATION)
    registerRoutes(scope, appDefinitions)
  }
  scope.get('/organizations', async ({ query }) => listFixedItems([ORGANIZATION], query))
  scope.register(organizationScope, { prefix: '/organizations/:organization' })

  scope.get<IdRoute>('/app_definitions/:id/app_installations', async ({ params, query, host }) => {
    const parameters = parseQueryParameters(query)
    parameters.take('sys.organization.sys.id[in]')
    parameters.expectEmpty()
    const { id } = appDefinitions.getExisting(params.id)
    const installed = space.environments.all().flatMap((environment) => {
      const service = createAppInstallationService(space, space.openEnvironment(environment.id))
      const installation = service.definition.table.get(id)
      return installation ? [{ environment, item: service.toResponse(installation, host) }] : []
    })
    return {
      sys: { type: 'Array' },
      items: installed.map(({ item }) => item),
      includes: { Environment: installed.map(({ environment }) => environments.toResponse(environment, host)) },
    }
  })
}
