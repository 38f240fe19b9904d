import { BadInput } from '#cms/sync/bad-input.ts'
import { parsePublicEnv } from '#scripts/build/public-env.ts'

/**
 * Where the content comes from: the Contentful that this machine runs, a real space, or nowhere:
 * then the pages show the bundled content and no request is tried.
 */
export type ContentOrigin = 'local' | 'remote' | 'bundled'

/** A real space where one is configured; CMS=off goes before it. */
export function readContentOrigin(env: Readonly<Record<string, string | undefined>>): ContentOrigin {
  const { VITE_CONTENTFUL_GRAPHQL: graphql } = parsePublicEnv(env)
  if (env.CMS && env.CMS !== 'off') throw new BadInput(`CMS is "${env.CMS}": set it to off, or leave it unset`)
  if (env.CMS) return 'bundled'
  return graphql ? 'remote' : 'local'
}
