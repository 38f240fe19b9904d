import type { FastifyInstance } from 'fastify'
import { HttpError } from './http-error.ts'

/**
 * Responds with 404 to an unknown path, and with 405 and `allow` to an unknown method, before the body is read.
 * Call it before the routes are added.
 */
export function rejectUnknownRoutes(app: FastifyInstance): void {
  const methodsByPath = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    methodsByPath.set(url, new Set([...(methodsByPath.get(url) ?? []), method].flat()))
  })
  app.addHook('preParsing', async (request, reply) => {
    if (!request.is404) return
    const [path = ''] = request.url.split('?')
    const methods = methodsByPath.get(path)
    if (!methods) throw new HttpError('not_found')
    reply.header('allow', [...methods].sort().join(', '))
    throw new HttpError('wrong_method')
  })
}
