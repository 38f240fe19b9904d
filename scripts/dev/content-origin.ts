import { BadInput } from '#cms/sync/bad-input.ts'
import { parsePublicEnv } from '#scripts/build/public-env.ts'

/** Where the content comes from: the local Contentful, a real space, or the bundled content without any requests. */
export type ContentOrigin = 'local' | 'remote' | 'bundled'

/**
 * Returns `bundled` for CMS=off, `remote` when a real space is configured, otherwise `local`. Throws `UserError` for
 * invalid variables.
 */
export function readContentOrigin(env: Readonly<Record<string, string | undefined>>): ContentOrigin {
  const { VITE_CONTENTFUL_GRAPHQL: graphql } = parsePublicEnv(env)
  if (env.CMS && env.CMS !== 'off') throw new BadInput(`CMS is "${env.CMS}": set it to off, or leave it unset`)
  if (env.CMS) return 'bundled'
  return graphql ? 'remote' : 'local'
}
