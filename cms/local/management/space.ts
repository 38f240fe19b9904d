import type { FastifyInstance } from 'fastify'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#cms/local/local-space.ts'
import { listFixedItems } from './list-resources.ts'
import { LOCAL_SPACE_SYS } from './resource-sys.ts'

const space = { name: 'Local', sys: { type: 'Space', id: LOCAL_SPACE_ID, version: 1 } }

const environment = {
  name: LOCAL_ENVIRONMENT_ID,
  sys: {
    type: 'Environment',
    id: LOCAL_ENVIRONMENT_ID,
    version: 1,
    space: LOCAL_SPACE_SYS.space,
    status: { sys: { type: 'Link', linkType: 'Status', id: 'ready' } },
  },
}

/** Whoever has the token. */
const user = {
  firstName: 'Local',
  lastName: 'Developer',
  email: 'developer@local.test',
  activated: true,
  confirmed: true,
  signInCount: 0,
  avatarUrl: '',
  sys: { type: 'User', id: 'local-developer', version: 1 },
}

export function registerUserRoutes(scope: FastifyInstance): void {
  scope.get('/users/me', async () => user)
}

/** The one space with its one environment; it has no roles. */
export function registerSpaceRoutes(scope: FastifyInstance): void {
  scope.get('/', async () => space)
  scope.get('/environments', async ({ query }) => listFixedItems([environment], query))
  scope.get('/roles', async ({ query }) => listFixedItems([], query))
}

export function registerEnvironmentRoutes(scope: FastifyInstance): void {
  scope.get('/', async () => environment)
}
