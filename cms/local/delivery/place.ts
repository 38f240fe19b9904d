import { ENVIRONMENT, SPACE } from '#cms/local/local-space.ts'
import { RestError } from '#cms/local/rest-error.ts'

export interface ById {
  readonly Params: { readonly id: string }
}

export const missing = (type: string, id: string) =>
  new RestError('NotFound', 'The resource could not be found.', { type, id, environment: ENVIRONMENT, space: SPACE })

/** Without an environment the address means the main one. Throws where it leads to another. */
export function expectPlace(params: unknown): void {
  const named = new Map<string, unknown>(Object.entries(params ?? {}))
  const { space, environment = ENVIRONMENT } = { space: named.get('space'), environment: named.get('environment') }
  if (space !== SPACE) throw missing('Space', String(space))
  if (environment !== ENVIRONMENT) throw missing('Environment', String(environment))
}
