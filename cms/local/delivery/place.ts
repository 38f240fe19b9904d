import { RestError } from '#cms/local/http/rest-error.ts'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#cms/local/local-space.ts'

export interface ResourceByIdRoute {
  readonly Params: { readonly id: string }
}

export const createDeliveryNotFoundError = (type: string, id: string) =>
  new RestError('NotFound', 'The resource could not be found.', {
    type,
    id,
    environment: LOCAL_ENVIRONMENT_ID,
    space: LOCAL_SPACE_ID,
  })

/** Without an environment the address means the main one. Throws where it leads to another. */
export function expectLocalSpace(params: unknown): void {
  const named = new Map<string, unknown>(Object.entries(params ?? {}))
  const { space, environment = LOCAL_ENVIRONMENT_ID } = {
    space: named.get('space'),
    environment: named.get('environment'),
  }
  if (space !== LOCAL_SPACE_ID) throw createDeliveryNotFoundError('Space', String(space))
  if (environment !== LOCAL_ENVIRONMENT_ID) throw createDeliveryNotFoundError('Environment', String(environment))
}
