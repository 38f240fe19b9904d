import type { FastifyInstance } from 'fastify'
import { HttpError } from './http-error.ts'

/** 404, or 405 where the address is known and the method is not; before a body is read. To be called before the routes are added. */
export function rejectUnknownRoutes(app: FastifyInstance): void {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    methods.set(url, new Set([...(methods.get(url) ?? []), method].flat()))
  })
  app.addHook('preParsing', async (request, reply) => {
    if (!request.is404) return
    const [path = ''] = request.url.split('?')
    const known = methods.get(path)
    if (!known) throw new HttpError('not_found')
    reply.header('allow', [...known].sort().join(', '))
    throw new HttpError('wrong_method')
  })
}
