import * as z from 'zod'
import { environmentIds } from '#shared/contact-contract.ts'
import { UserError } from '#shared/user-error.ts'
import { type Environment, parseEnvironment } from './environment.ts'

const keySchema = z.string().regex(/^[\w-]+$/, 'is not a key; set letters, digits, - and _ only')

const webAddressSchema = z.url({
  protocol: /^https?$/,
  error: 'is not a web address; set a full URL, as in https://www.your-site.com',
})

/** The environment variables of a build. All of them end up in the browser, so none may be a secret. */
const publicVariables = z.object({
  VITE_CONTENTFUL_GRAPHQL: webAddressSchema
    .regex(/^[^<>]*$/, 'has a <…> of the sample; set the id of your space there')
    .optional(),
  VITE_ASSET_PREFIX: z
    .string()
    .regex(
      /^(https:\/\/[^/]|\/)\S*[^/]$/,
      'is neither a path (/media) nor an https address, without a slash at its end',
    )
    .optional(),
  VITE_BACKEND_URL: z
    .string()
    .regex(
      /^(https?:\/\/[^/\s]|\/[^/\s])(\S*[^/\s])?$/,
      'is neither a path (/api) nor a web address, without a slash at its end',
    )
    .optional(),
  VITE_CAPTCHA_SITE_KEY: keySchema.optional(),
  VITE_ENVIRONMENT: z.enum(environmentIds, `is none of ${environmentIds.join(', ')}`).optional(),
  VITE_GOOGLE_MAPS_KEY: keySchema.optional(),
  VITE_SECURITY_CONTACT: z
    .url({ protocol: /^(https|mailto)$/, error: 'is no address; set mailto:security@your-site.com or https://…' })
    .regex(/^\S+$/, 'contains a space; leave that out')
    .optional(),
  VITE_SITE_URL: webAddressSchema.regex(/[^/]$/, 'ends with a slash; leave that out').optional(),
})

/** Names of the variables of a build. */
export const PUBLIC_VARIABLES: readonly string[] = Object.keys(publicVariables.shape)

/** Parses the variables of a build. Throws `ConfigError`. A blank variable counts as unset, and disables one of .env. */
export const parsePublicEnv = (env: Environment) => parseEnvironment(publicVariables, env)

/** What to set as the address of the site. */
export const SITE_URL_HINT = 'set the site’s https address, as in https://www.your-site.com'

/**
 * Returns a warning for a build without the site's address, which names src/env.ts's default in the sitemap, robots.txt and
 * canonical links. Throws `UserError` where the build is for production, as without VITE_ENVIRONMENT.
 */
export function checkSiteUrl(env: Environment): string | undefined {
  if (env.VITE_SITE_URL) return undefined
  if (env.VITE_ENVIRONMENT === undefined || env.VITE_ENVIRONMENT === 'production')
    throw new UserError(
      `VITE_SITE_URL: is missing; ${SITE_URL_HINT}. To try without it: VITE_ENVIRONMENT=dev npm run build`,
    )
  return 'This build is for a try: VITE_SITE_URL is not set, so canonical links, the sitemap and robots.txt name this machine.'
}
