import { parseServerConfig } from '#server/config.ts'
import { isLoopbackHost } from '#server/http/network-address.ts'
import { parseContentEndpoint } from '#server/rendering/content-endpoint.ts'
import { DEFAULT_RELEASES_FOLDER, type Release, readActiveReleases, readRelease } from '#server/site/releases.ts'
import { UserError } from '#shared/user-error.ts'
import { findConfigWarnings } from './config-warnings.ts'
import { parseDraftSource, parseEditorConfig } from './editor-config.ts'
import { type Environment, isProductionEnv } from './environment.ts'
import { parseMonitoringConfig } from './monitoring-config.ts'
import { REFUSED_VARIABLES } from './removed-variables.ts'

/** What is wrong with the settings of a server: a line each, which begins with the name of the variable. */
export interface ServerIssues {
  /** The server does not start with them: missing, invalid and insecure settings. */
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
}

/** Checks all settings of the production server against each other, its settings files and its active release. */
export async function findServerIssues(env: Environment, envFiles: readonly string[] = []): Promise<ServerIssues> {
  const errors: string[] = []
  const collect = async <Result>(read: () => Result | Promise<Result>): Promise<Result | undefined> => {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      errors.push(...error.lines)
    }
  }
  const config = await collect(() => parseServerConfig(env))
  const monitoring = await collect(() => parseMonitoringConfig(env))
  if (config && monitoring?.metrics && config.port !== 0 && monitoring.metrics.port === config.port)
    errors.push(`METRICS_PORT: is ${config.port}, as PORT is; set two ports`)
  const editors = await collect(() => parseEditorConfig(env))
  const releasesFolder = env.RELEASES_FOLDER?.trim() || DEFAULT_RELEASES_FOLDER
  const release = await collect(() => readActiveRelease(releasesFolder))
  if (release) await collect(() => parseContentEndpoint({ ...env, ...release.env }))
  if (release && editors) await collect(() => parseDraftSource({ ...env, ...release.env }, editors))
  if (isProductionEnv(env))
    errors.push(...findProductionErrors(env), ...(release ? findReleaseErrors(release, env) : []))
  errors.push(...findRefusedVariables(env))
  const warnings = findConfigWarnings({ env, envFiles, release: release ?? undefined })
  if (release === null)
    warnings.push(
      `RELEASES_FOLDER: there is no release in ${releasesFolder}, so only the contact API and the mail worker run; npm run build makes one`,
    )
  return { errors, warnings }
}

/** Returns `null` where nothing has been built. */
async function readActiveRelease(folder: string): Promise<Release | null> {
  const [id] = await readActiveReleases(folder)
  return id === undefined ? null : readRelease(folder, id)
}

const SECRETS = ['CAPTCHA_SECRET', 'PREVIEW_SECRET', 'CONTENTFUL_WEBHOOK_SECRET', 'HEALTH_TOKEN']

/** Even 16 random hexadecimal digits have more. */
const MIN_DIFFERENT_CHARACTERS = 5

function findProductionErrors(env: Environment): readonly string[] {
  const errors = SECRETS.filter((name) => {
    const secret = env[name]?.trim()
    return secret && new Set(secret).size < MIN_DIFFERENT_CHARACTERS
  }).map((name) => `${name}: is easy to guess, because it repeats few characters; set a random one`)
  if (!env.TRUSTED_PROXIES?.trim())
    errors.push('TRUSTED_PROXIES: is missing; set the address that your proxy connects from, as in 127.0.0.1')
  return errors
}

/** Finds variables whose values at build time and at start do not match. */
function findReleaseErrors({ env: built }: Release, env: Environment): readonly string[] {
  const rebuild = 'then run npm run build'
  const errors: string[] = []
  const site = URL.parse(built.VITE_SITE_URL ?? '')
  if (!site) errors.push(`VITE_SITE_URL: the release was built without it; set the site’s https address, ${rebuild}`)
  else if (site.protocol !== 'https:' && !isLoopbackHost(site.hostname))
    errors.push(`VITE_SITE_URL: the release was built for ${site.href}; set an https address, ${rebuild}`)
  if (env.CAPTCHA_SECRET && !built.VITE_CAPTCHA_SITE_KEY)
    errors.push(
      `VITE_CAPTCHA_SITE_KEY: the release was built without it; set the public key of your captcha, ${rebuild}`,
    )
  const origins = (env.SITE_ORIGINS ?? '').split(',').map((origin) => origin.trim())
  const areOrigins = origins.every((origin) => URL.parse(origin)?.origin === origin) // otherwise they are reported already
  if (site && areOrigins && !origins.includes(site.origin))
    errors.push(`SITE_ORIGINS: does not name ${site.origin}, for which the release was built; add it`)
  return errors
}

const findRefusedVariables = (env: Environment): readonly string[] =>
  Object.entries(REFUSED_VARIABLES)
    .filter(([name]) => env[name]?.trim())
    .map(([name, advice]) => `${name}: is no longer a setting; remove it: ${advice}`)
