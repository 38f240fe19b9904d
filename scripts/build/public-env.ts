import * as z from 'zod'
import { environmentIds } from '#shared/contact-contract.ts'
import { UserError } from '#shared/user-error.ts'

const key = z.string().regex(/^[\w-]+$/, 'is not a key: letters, digits, - and _ only')

/** The environment variables of a build. All of them end up in the browser, so none may be a secret. */
const publicEnv = z.object({
  VITE_CONTENTFUL_GRAPHQL: z
    .url({ protocol: /^https?$/, error: 'is not a web address: use a full URL, such as https://…' })
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
  VITE_CAPTCHA_SITE_KEY: key.optional(),
  VITE_ENVIRONMENT: z.enum(environmentIds, `is none of ${environmentIds.join(', ')}`).optional(),
  VITE_GOOGLE_MAPS_KEY: key.optional(),
  VITE_SECURITY_CONTACT: z
    .url({ protocol: /^(https|mailto)$/, error: 'is no address: write mailto:security@your-site.com or https://…' })
    .regex(/^\S+$/, 'contains a space: leave that out')
    .optional(),
  VITE_SITE_URL: z
    .url({ protocol: /^https?$/, error: 'is not a web address: use a full URL, such as https://…' })
    .regex(/[^/]$/, 'ends with a slash: leave that out')
    .optional(),
})

/** Validates the variables of a build. Throws `UserError` with a line for each invalid variable. */
export function parsePublicEnv(env: Readonly<Record<string, string | undefined>>): z.output<typeof publicEnv> {
  const result = publicEnv.safeParse(withoutEmpty(env))
  if (result.success) return result.data
  throw new UserError(result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`))
}

/**
 * Returns a warning for a build without the site's address, which names src/env.ts's default in the sitemap, robots.txt and
 * canonical links. Throws `UserError` where the build is for production, as without VITE_ENVIRONMENT.
 */
export function checkSiteUrl(env: z.output<typeof publicEnv>): string | undefined {
  if (env.VITE_SITE_URL) return undefined
  const files = 'canonical links, the sitemap and robots.txt'
  if (env.VITE_ENVIRONMENT === undefined || env.VITE_ENVIRONMENT === 'production')
    throw new UserError(
      `VITE_SITE_URL is not set: set it to the address of the site, which ${files} name. To try a build without it: VITE_ENVIRONMENT=dev npm run build`,
    )
  return `This build is for a try: VITE_SITE_URL is not set, so ${files} name this machine.`
}

/** An empty variable disables one of .env. */
const withoutEmpty = (env: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value))
