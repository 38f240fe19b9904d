import { statSync } from 'node:fs'
import { closest, distance } from 'fastest-levenshtein'
import { FORMER_TOKEN_VARIABLE, findTokenWarnings } from './content-endpoint.ts'
import { isEasyPassword } from './easy-secrets.ts'
import { EDITOR_VARIABLES } from './editor-config.ts'
import { readEnvFile } from './env-files.ts'
import { type Environment, isProductionEnv, omitBlankVariables } from './environment.ts'
import { PUBLIC_VARIABLES } from './public-env.ts'
import { getDefaultLimit, MIN_NETWORKS } from './rate-limits.ts'
import { findRemovalAdvice, REFUSED_VARIABLES } from './removed-variables.ts'
import { SERVER_VARIABLES } from './server-config.ts'
import { canOthersReach, isLoopbackHost } from './variable-schemas.ts'

/** Names of all variables that a server and its build read. A test compares them with the tables of the documentation. */
export const KNOWN_VARIABLES: readonly string[] = [
  ...SERVER_VARIABLES,
  ...EDITOR_VARIABLES,
  ...['CONTENTFUL_SPACE_ID', 'CONTENTFUL_ENVIRONMENT', 'CONTENTFUL_MANAGEMENT_TOKEN'],
  ...['CONTENTFUL_DELIVERY_TOKEN', 'CONTENTFUL_PREVIEW_TOKEN'],
  ...PUBLIC_VARIABLES,
  // Of npm start, npm test and compose.yaml, which read the same file.
  ...['CMS', 'CMS_PORT', 'CHROMIUM', 'FIREFOX', 'SITE_ADDRESS', 'POSTGRES_PASSWORD'],
]

/** Edit distance up to which a variable counts as a misspelt setting; two swapped letters are two edits. */
const MAX_EDITS = 2

/** Two edits of a shorter name, such as HOME or POST, can make another word. */
const MIN_NAME_LENGTH = 8

/** Variables of Node, OpenSSL, the PostgreSQL client and the system, which belong in settings files too. */
const FOREIGN_VARIABLE =
  /^(NODE_\w+|npm_\w+|UV_\w+|OPENSSL_\w+|SSL_CERT_\w+|PG[A-Z]+|(HTTPS?|ALL|NO)_PROXY|TZ|LANG|LC_\w+|PATH|TMPDIR|(NO|FORCE)_COLOR)$/i

interface ConfigSources {
  readonly env: Environment
  /** Settings files that Node has read variables from. */
  readonly envFiles: readonly string[]
  /** The public variables of the build of the active release. */
  readonly built?: Environment | undefined
}

/**
 * Finds problems that no schema detects, a line each: weak settings, variables that look like a misspelt setting, unknown
 * variables in settings files, and settings files that other users of the machine can read.
 */
export function findConfigWarnings({ env, envFiles, built }: ConfigSources): string[] {
  const fileVariables = envFiles.flatMap((file) => Object.keys(readEnvFile(file)))
  const names = new Set([...Object.keys(omitBlankVariables(env)), ...fileVariables])
  return [
    ...[...names].flatMap((name) => describeUnknownVariable(name, fileVariables.includes(name)) ?? []),
    ...findWeakSettings(omitBlankVariables(env), built),
    ...envFiles.filter(isReadableByOthers).map((file) => `${file}: other users can read it; chmod 600 ${file}`),
  ]
}

function describeUnknownVariable(name: string, isInFile: boolean): string | undefined {
  if (KNOWN_VARIABLES.includes(name) || name in REFUSED_VARIABLES || name === FORMER_TOKEN_VARIABLE) return undefined
  const advice = findRemovalAdvice(name)
  if (advice) return `${name}: has no effect any more; remove it: ${advice}`
  const similarName = findSimilarVariable(name)
  if (similarName) return `${name}: is not a setting and has no effect; ${similarName} is one`
  if ((isInFile && !FOREIGN_VARIABLE.test(name)) || name.startsWith('VITE_'))
    return `${name}: is not a setting and has no effect; remove it${isInFile ? ' from the file' : ''}`
}

function findSimilarVariable(name: string): string | undefined {
  if (name.length < MIN_NAME_LENGTH) return undefined
  const closestName = closest(name.toUpperCase(), KNOWN_VARIABLES)
  return distance(name.toUpperCase(), closestName) <= MAX_EDITS ? closestName : undefined
}

/** Always false on Windows, which has no file modes. */
const isReadableByOthers = (file: string): boolean =>
  process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0

/** Finds settings that are valid but insecure, or not those of the active release; a line each. `env` has no blank variables. */
function findWeakSettings(env: Environment, built: Environment | undefined): readonly string[] {
  const warnings: string[] = []
  if (env.NODE_ENV && !isProductionEnv(env))
    warnings.push(
      `NODE_ENV: is ${env.NODE_ENV}, so the rules of production are off; set production on a server that visitors reach`,
    )
  if (env.METRICS_PORT && canOthersReach(env.METRICS_HOST ?? ''))
    warnings.push(
      `METRICS_HOST: is ${env.METRICS_HOST}, which others may reach; let only Prometheus reach port ${env.METRICS_PORT}`,
    )
  const { MESSAGES_PER_ADDRESS_PER_DAY: perAddress, MESSAGES_PER_DAY: perDay = getDefaultLimit('MESSAGES_PER_DAY') } =
    env
  const share = Math.max(1, Math.floor(Number(perDay) / MIN_NETWORKS))
  if (Number(perAddress) > share)
    warnings.push(
      `MESSAGES_PER_ADDRESS_PER_DAY: is more than ${share}, 2 % of MESSAGES_PER_DAY, which counts instead; set MESSAGES_PER_DAY to ${Number(perAddress) * MIN_NETWORKS} or more`,
    )
  if (env.CONTENTFUL_MANAGEMENT_TOKEN)
    warnings.push('CONTENTFUL_MANAGEMENT_TOKEN: can change the space, and only npm run cms needs it; remove it here')
  for (const name of ['DATABASE_URL', 'SMTP_URL']) {
    const url = URL.parse(env[name] ?? '')
    if (url && isEasyPassword(url)) warnings.push(`${name}: its password is easy to guess; set a random one`)
  }
  warnings.push(...findDatabaseWarnings(env), ...findMailServerWarnings(env), ...findTokenWarnings(env))
  if ((built ?? env).VITE_CONTENTFUL_GRAPHQL && !env.CONTENTFUL_WEBHOOK_SECRET)
    warnings.push(
      'CONTENTFUL_WEBHOOK_SECRET: is missing, so pages change only every CONTENT_CHECK_MINUTES; set the signing secret of the space’s webhook',
    )
  if (built) warnings.push(...findChangedPublicVariables(env, built))
  return warnings
}

/** Modes in which the client of PostgreSQL encrypts, and verifies the certificate with its host. */
const VERIFIED_MODES = ['prefer', 'require', 'verify-ca', 'verify-full', 'true', '1']

/** A name without dots is a container, or a machine of the local network. */
const LOCAL_DATABASE_HOST = /^([\w-]*$|\/|%2f)/i

function findDatabaseWarnings({ DATABASE_URL, PGSSLMODE = '' }: Environment): readonly string[] {
  const url = URL.parse(DATABASE_URL ?? '')
  const query = new URLSearchParams(url?.search)
  const host = query.get('host') || url?.hostname || ''
  const mode = query.get('sslmode') ?? query.get('ssl') ?? PGSSLMODE
  const isVerified = VERIFIED_MODES.includes(mode) && !query.has('uselibpqcompat') // which verifies less
  if (LOCAL_DATABASE_HOST.test(host) || isLoopbackHost(host) || isVerified) return []
  return [
    'DATABASE_URL: others on the way to the database can read the messages; add ?sslmode=verify-full, unless only your own machines are on that network',
  ]
}

/** Options of Nodemailer that switch encryption, or the check of the certificate, off. */
const UNSAFE_MAIL_OPTIONS = ['requireTLS=false', 'ignoreTLS=true', 'tls.rejectUnauthorized=false']

function findMailServerWarnings({ SMTP_URL }: Environment): readonly string[] {
  const url = URL.parse(SMTP_URL ?? '')
  if (!url || isLoopbackHost(url.hostname)) return []
  const warnings = UNSAFE_MAIL_OPTIONS.filter((option) => {
    const [name = '', value] = option.split('=')
    return url.searchParams.get(name) === value
  }).map((option) => `SMTP_URL: with ${option} others can read password and messages on their way; remove it`)
  if (!url.password)
    warnings.push(
      'SMTP_URL: has no password, so messages may be refused, or sent unencrypted; set smtps://user:password@host:465',
    )
  return warnings
}

const findChangedPublicVariables = (env: Environment, built: Environment): readonly string[] =>
  Object.entries(env)
    .filter(([name, value]) => PUBLIC_VARIABLES.includes(name) && value !== built[name])
    .map(([name]) => `${name}: the release was built with another value; run npm run build to use this one`)
