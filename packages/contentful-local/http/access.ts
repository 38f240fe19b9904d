import { LOCAL_ORGANIZATION_ID, LOCAL_SPACE_ID } from '#local/constants.ts'
import { createNotFoundError } from '#local/engine/rest-error.ts'
import type { Store } from '#local/store/store.ts'

/** What the APIs of an environment have in common. */
export interface ApiOptions {
  readonly store: Store
  /** Whether an id or alias of a path means the environment of the store. */
  readonly isEnvironment: (id: string) => boolean
}

/** The parameters of a path with `:id`. */
export interface IdRoute {
  readonly Params: { readonly id: string }
}

/** Throws 404 if the path names another organization or space, or an environment that does not exist. */
export function expectLocation(params: unknown, { isEnvironment }: ApiOptions): void {
  const { organization, space, environment }: Readonly<Partial<Record<string, string>>> = Object(params)
  if (organization !== undefined && organization !== LOCAL_ORGANIZATION_ID)
    throw createNotFoundError('Organization', organization)
  if (space !== undefined && space !== LOCAL_SPACE_ID) throw createNotFoundError('Space', space)
  if (environment !== undefined && !isEnvironment(environment)) throw createNotFoundError('Environment', environment)
}
