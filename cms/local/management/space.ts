import type { FastifyInstance } from 'fastify'
import { ENVIRONMENT, SPACE } from '#cms/local/local-space.ts'
import { LOCALE } from '#cms/model/locale.ts'
import { listBody, listQuery } from './list-query.ts'
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

const locale = {
  name: 'English (United States)',
  code: LOCALE,
  fallbackCode: null,
  default: true,
  contentManagementApi: true,
  contentDeliveryApi: true,
  optional: false,
  sys: { ...PLACE, type: 'Locale', id: 'local-en-us', version: 1 },
}

/** The one space with its one environment. */
export function spaceRoutes(scope: FastifyInstance): void {
  scope.get('/', async () => space)
  scope.get('/environments', async ({ query }) => whole(environment, query))
}

export function environmentRoutes(scope: FastifyInstance): void {
  scope.get('/', async () => environment)
  scope.get('/locales', async ({ query }) => whole(locale, query))
}

const whole = <Item>(item: Item, query: unknown) => {
  const selection = listQuery(query)
  const items = selection.skip === 0 && selection.limit > 0 ? [item] : []
  return listBody({ total: 1, items }, selection)
}
