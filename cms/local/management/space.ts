import type { FastifyInstance } from 'fastify'
import { ENVIRONMENT, SPACE } from '#cms/local/local-space.ts'
import { fixedList } from './list-query.ts'
import { PLACE } from './sys.ts'

const space = { name: 'Local', sys: { type: 'Space', id: SPACE, version: 1 } }

const environment = {
  name: ENVIRONMENT,
  sys: {
    type: 'Environment',
    id: ENVIRONMENT,
    version: 1,
    space: PLACE.space,
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

export function userRoutes(scope: FastifyInstance): void {
  scope.get('/users/me', async () => user)
}

/** The one space with its one environment; it has no roles. */
export function spaceRoutes(scope: FastifyInstance): void {
  scope.get('/', async () => space)
  scope.get('/environments', async ({ query }) => fixedList([environment], query))
  scope.get('/roles', async ({ query }) => fixedList([], query))
}

export function environmentRoutes(scope: FastifyInstance): void {
  scope.get('/', async () => environment)
}
