import type { FastifyInstance } from 'fastify'
import { LOCAL_ORGANIZATION_ID } from '#local/constants.ts'
import { parseQueryParameters } from '#local/engine/query-parameters.ts'
import type { IdRoute } from '#local/http/access.ts'
import type { SpaceLimits } from '#local/http/contentful-apis.ts'
import type { SpaceStore } from '#local/store/space-store.ts'
import { createAppDefinitionService } from './app-definition-service.ts'
import { createAppInstallationService } from './app-installation-service.ts'
import { createEnvironmentService } from './environment-services.ts'
import { listFixedItems } from './list-resources.ts'

const ORGANIZATION = {
  name: 'Local organization',
  defaultUserLanguage: 'en-US',
  sys: { type: 'Organization', id: LOCAL_ORGANIZATION_ID, version: 1 },
}

/** Registers the endpoints of the organization, of its app definitions, and of the installations of one of them. */
export function registerOrganizationRoutes(scope: FastifyInstance, space: SpaceStore, limits: SpaceLimits): void {
  const appDefinitions = createAppDefinitionService(space.appDefinitions, space.removeAppDefinition)
  const environments = createEnvironmentService(space, limits)
  const organizationScope = async (scope: FastifyInstance) => {
    scope.get('/', async () => ORGANIZATION)
    appDefinitions.registerRoutes(scope)
  }
  scope.get('/organizations', async ({ query }) => listFixedItems([ORGANIZATION], query))
  scope.register(organizationScope, { prefix: '/organizations/:organization' })

  scope.get<IdRoute>('/app_definitions/:id/app_installations', async ({ params, query, host }) => {
    const parameters = parseQueryParameters(query)
    parameters.take('sys.organization.sys.id[in]')
    parameters.expectEmpty()
    const { id } = appDefinitions.getExisting(params.id)
    const installed = space.environments.all().flatMap((environment) => {
      const store = space.openEnvironment(environment.id)
      const installation = store.appInstallations.get(id)
      return installation ? [{ environment, store, installation }] : []
    })
    return {
      sys: { type: 'Array' },
      items: installed.map(({ store, installation }) =>
        createAppInstallationService(space, store).toResponse(installation, host),
      ),
      includes: { Environment: installed.map(({ environment }) => environments.toResponse(environment, host)) },
    }
  })
}
