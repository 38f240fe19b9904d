import { UserError } from '#shared/user-error.ts'

/** The former name of the token, which this version still reads. */
export const FORMER_TOKEN_VARIABLE = 'VITE_CONTENTFUL_TOKEN'

/**
 * Returns Contentful's GraphQL API for published content; `undefined` without a CMS: the content is that of the seed. The
 * URL is that of the build. The token stays on the server. Throws `UserError` without a token.
 */
export function parseContentEndpoint(env: Readonly<Record<string, string | undefined>>) {
  const { VITE_CONTENTFUL_GRAPHQL: url } = env
  if (!url) return undefined
  const token = env.CONTENTFUL_DELIVERY_TOKEN || env[FORMER_TOKEN_VARIABLE]
  if (!token)
    throw new UserError(
      'CONTENTFUL_DELIVERY_TOKEN: is missing; set a Content Delivery API token of the space of VITE_CONTENTFUL_GRAPHQL',
    )
  return { url, headers: { authorization: `Bearer ${token}` } }
}

/** Returns a warning if only the former name is set. */
export const findTokenWarnings = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  env[FORMER_TOKEN_VARIABLE] && !env.CONTENTFUL_DELIVERY_TOKEN
    ? [
        `${FORMER_TOKEN_VARIABLE}: is called CONTENTFUL_DELIVERY_TOKEN now; rename it, the next version does not read it`,
      ]
    : []
