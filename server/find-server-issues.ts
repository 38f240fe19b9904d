import { UserError } from '#shared/user-error.ts'
import { findConfigWarnings } from './config/config-warnings.ts'
import { parseContentEndpoint } from './config/content-endpoint.ts'
import { isEasyToGuess } from './config/easy-secrets.ts'
import { parseDraftSource, parseEditorConfig } from './config/editor-config.ts'
import { type Environment, isProductionEnv, omitBlankVariables } from './config/environment.ts'
import { parsePublicEnv, SITE_URL_HINT } from './config/public-env.ts'
import { REFUSED_VARIABLES } from './config/removed-variables.ts'
import { DEFAULT_RELEASES_FOLDER, parseServerConfig } from './config/server-config.ts'
import { isEncryptedOrLocal } from './config/variable-schemas.ts'
import { type Release, readActiveReleases, readRelease } from './site/releases.ts'

/**
 * Checks all settings of the production server against each other, its settings files and its active release. Returns
 * what is wrong, a line each, which begins with the name of the variable. The server does not start with errors: missing,
 * invalid and insecure settings.
 */
export async function findServerIssues(env: Environment, envFiles: readonly string[] = []) {
  const errors: string[] = []
  /** Each variable is named by the first rule that it breaks: further ones follow from it. */
  const add = (lines: readonly string[]) => {
    const named = errors.map(getName)
    errors.push(...lines.filter((line) => !named.includes(getName(line))))
  }
  const collect = async <Result>(read: () => Result | Promise<Result>): Promise<Result | undefined> => {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      add(error.lines)
    }
  }
  const config = await collect(() => parseServerConfig(env))
  if (config && config.port !== 0 && config.metrics?.port === config.port)
    errors.push(`METRICS_PORT: is ${config.port}, as PORT is; set two ports`)
  await collect(() => parseEditorConfig(env))
  const releasesFolder = env.RELEASES_FOLDER?.trim() || DEFAULT_RELEASES_FOLDER
  const release = await collect(() => readActiveRelease(releasesFolder))
  const variables = omitBlankVariables(env)
  // Without any of these, the pages are on a static host.
  const hasPages = Object.keys(variables).some((name) => name === 'RELEASES_FOLDER' || name.startsWith('VITE_'))
  const isBeforeBuild = release === null && hasPages && isProductionEnv(env)
  if (isBeforeBuild) await collect(() => parsePublicEnv(env))
  const built = isBeforeBuild ? variables : release?.env
  if (built) await collect(() => parseContentEndpoint({ ...env, ...built }))
  if (built) await collect(() => parseDraftSource({ ...env, ...built }, { previewSecret: env.PREVIEW_SECRET?.trim() }))
  if (isProductionEnv(env)) {
    add(findProductionErrors(env))
    if (built) add(findSiteErrors(built, env, !isBeforeBuild))
  }
  errors.push(...findRefusedVariables(env))
  const warnings = findConfigWarnings({ env, envFiles, built: release?.env })
  if (release === null && errors.length === 0)
    warnings.push(
      `RELEASES_FOLDER: there is no release in ${releasesFolder} yet, without which only the contact API and the mail worker run; npm run build makes one`,
    )
  return { errors, warnings }
}

/** Returns `null` where nothing has been built. */
async function readActiveRelease(folder: string): Promise<Release | null> {
  const [id] = await readActiveReleases(folder)
  return id === undefined ? null : readRelease(folder, id)
}

const SECRETS = ['CAPTCHA_SECRET', 'PREVIEW_SECRET', 'CONTENTFUL_WEBHOOK_SECRET', 'HEALTH_TOKEN']

function findProductionErrors(env: Environment): readonly string[] {
  const errors = SECRETS.filter((name) => {
    const secret = env[name]?.trim()
    return secret && isEasyToGuess(secret)
  }).map((name) => `${name}: is easy to guess, because it repeats itself or follows the keyboard; set a random one`)
  if (!env.TRUSTED_PROXIES?.trim())
    errors.push('TRUSTED_PROXIES: is missing; set the address that your proxy connects from, as in 127.0.0.1')
  if (env.CONTENTFUL_PREVIEW_TOKEN?.trim() && env.CONTENTFUL_PREVIEW_TOKEN === env.CONTENTFUL_DELIVERY_TOKEN)
    errors.push('CONTENTFUL_PREVIEW_TOKEN: is the delivery token; set the one of the Content Preview API')
  return errors
}

/** Finds what the pages lack with the variables that they were built with, or will be. */
function findSiteErrors(built: Environment, env: Environment, isBuilt: boolean): readonly string[] {
  const missing = isBuilt ? 'the release was built without it' : 'is missing'
  const rebuild = isBuilt ? ', then run npm run build' : ''
  const errors: string[] = []
  const site = URL.parse(built.VITE_SITE_URL ?? '')
  const origins = (env.SITE_ORIGINS ?? '').split(',').map((origin) => origin.trim())
  if (!site) errors.push(`VITE_SITE_URL: ${missing}; ${SITE_URL_HINT}${rebuild}`)
  else if (!isEncryptedOrLocal(site.href))
    errors.push(`VITE_SITE_URL: ${site.href} is not https; ${SITE_URL_HINT}${rebuild}`)
  else if (!origins.includes(site.origin))
    errors.push(`SITE_ORIGINS: does not name ${site.origin}, the address of the pages; add it`)
  if (!built.VITE_CAPTCHA_SITE_KEY)
    errors.push(`VITE_CAPTCHA_SITE_KEY: ${missing}; set the public key of your captcha${rebuild}`)
  return errors
}

const findRefusedVariables = (env: Environment): readonly string[] =>
  Object.entries(REFUSED_VARIABLES)
    .filter(([name]) => env[name]?.trim())
    .map(([name, advice]) => `${name}: is no longer a setting; remove it: ${advice}`)

/** The variable that a line begins with. */
const getName = (line: string): string | undefined => /^\w+/.exec(line)?.[0]
