import type { FastifyInstance } from 'fastify'
import { RestError } from '#cms/local/rest-error.ts'
import { bearerToken } from '#cms/local/tokens.ts'
import type { RunningTrouble } from './running-trouble.ts'
import { troubleOf } from './trouble.ts'

const PATH = '/local/trouble'

/** The switches. They stand outside of CORS and of the trouble itself: no page of another origin gets to them. */
export async function controlApi(
  scope: FastifyInstance,
  { trouble, token }: { readonly trouble: RunningTrouble; readonly token: string },
) {
  scope.addHook('onRequest', async (request) => {
    if (bearerToken(request) !== token)
      throw new RestError(
        'AccessTokenInvalid',
        `${PATH} is switched with the management token: Authorization: Bearer …`,
      )
  })

  scope.get(PATH, async () => trouble.report())

  scope.put(PATH, async ({ body }) => {
    trouble.set(troubleOf(body))
    return trouble.report()
  })

  scope.delete(PATH, async (_, reply) => {
    trouble.set({})
    return reply.code(204).send()
  })

  // Else a browser that asks whether it may would hear what it hears of everything else here.
  scope.options(PATH, async () => {
    throw new RestError('NotFound', `The local Contentful has no OPTIONS ${PATH}`)
  })
}
