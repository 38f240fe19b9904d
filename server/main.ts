import { parseArgs } from 'node:util'
import { UserError } from '#shared/user-error.ts'
import { findConfigWarnings, getEnvFiles } from './config/config-warnings.ts'
import { parseDraftSource, parseEditorConfig } from './config/editor-config.ts'
import { type Environment, isProductionEnv } from './config/environment.ts'
import { parseMonitoringConfig } from './config/monitoring-config.ts'
import { parseBackendConfig, parseWebConfig, ROLES, type Role } from './config.ts'
import { isLoopbackHost } from './http/network-address.ts'
import { type ServerProcess, superviseServer } from './processes/server-process.ts'
import { onShutdown } from './shutdown.ts'
import { DEFAULT_RELEASES_FOLDER, type Release, readActiveReleases, readRelease } from './web/releases.ts'

const USAGE = `npm run serve                      serves the active release, the API and the mail worker
npm run serve -- --role <roles>    some parts: web, api, worker, with commas between; all is every part
npm run serve -- --check           checks every setting, prints all that is wrong, and starts nothing

npm run build makes a release. docs/deploying.md explains the settings.`

/** Longer than the stop timeout of a role process. */
const STOP_TIMEOUT_MS = 10_500

/** ms; no request blocks an event loop for a second. */
const PING_TIMEOUT_MS = 60_000

const servers: ServerProcess[] = []
onShutdown(() => Promise.all(servers.map(({ stop }) => stop())), STOP_TIMEOUT_MS)

/** The production server: starts a process for each part of its role, and starts it again when it ends. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { role: { type: 'string' }, check: { type: 'boolean' }, help: { type: 'boolean' } },
  })
  if (values.help) {
    console.log(USAGE)
    process.exit()
  }
  const roles = parseRoles(values.role)
  const env = { ...process.env, NODE_ENV: process.env.NODE_ENV?.trim() || 'production' }
  const issues = await findConfigIssues(roles, env)
  for (const warning of findConfigWarnings({ env: process.env, envFiles: getEnvFiles(process.execArgv) }))
    console.warn(`warning: ${warning}`)
  if (issues.length > 0) throw new UserError(issues.join('\n'))
  if (values.check) {
    console.log(`Every setting of ${[...roles].join(', ')} is valid.`)
    process.exit()
  }
  for (const [name, childEnv] of Object.entries(getProcessEnvs(roles, env))) {
    servers.push(
      await superviseServer({
        name: `${name} process`,
        module: new URL('./processes/role-process.ts', import.meta.url),
        args: [name],
        env: { NODE_ENV: env.NODE_ENV, ...childEnv },
        pingTimeoutMs: PING_TIMEOUT_MS,
        log: console.log,
      }),
    )
  }
  const url = servers.at(-1)?.url
  console.log(url ? `Listening on ${url}` : 'Sending emails')
  process.send?.({ url })
}

function parseRoles(text = 'all'): ReadonlySet<Role> {
  if (text === 'all') return new Set(ROLES)
  const names = text.split(',').map((name) => name.trim())
  const roles = ROLES.filter((role) => names.includes(role))
  if (roles.length === 0 || roles.length < new Set(names).size)
    throw new UserError(`--role is "${text}": name some of ${ROLES.join(', ')} with commas between, or all`)
  return new Set(roles)
}

/**
 * The processes of these roles in the order of their start, with the variables that connect them. API and worker share a
 * process, so that a new message wakes the worker at once, and SQLite has one owner.
 */
function getProcessEnvs(roles: ReadonlySet<Role>, env: Environment) {
  const processes: Record<string, Record<string, string>> = {}
  if (roles.has('api')) processes[roles.has('worker') ? 'backend' : 'api'] = {}
  else if (roles.has('worker')) processes.worker = {}
  if (!roles.has('web')) return processes
  if (!roles.has('api')) return { ...processes, web: {} }
  const { port } = parseBackendConfig(env)
  return {
    // The API of this node is reached through its web process only, which alone knows TRUSTED_PROXIES.
    ...Object.fromEntries(
      Object.keys(processes).map((name) => [name, { BACKEND_HOST: LOOPBACK, TRUSTED_PROXIES: LOOPBACK }]),
    ),
    web: { API_URL: `http://${LOOPBACK}:${port}` },
  }
}

const LOOPBACK = '127.0.0.1'

/** Returns a line for each missing, invalid or insecure setting of these roles. */
async function findConfigIssues(roles: ReadonlySet<Role>, env: Environment): Promise<readonly string[]> {
  const issues: string[] = []
  const collect = async <Result>(read: () => Result | Promise<Result>): Promise<Result | undefined> => {
    try {
      return await read()
    } catch (problem) {
      if (!isExpected(problem)) throw problem
      issues.push(...problem.message.split('\n'))
    }
  }
  const hasApi = roles.has('api')
  const backend = hasApi || roles.has('worker') ? await collect(() => parseBackendConfig(env)) : undefined
  if (backend && hasApi !== roles.has('worker') && 'file' in backend.database)
    issues.push('DATABASE_URL: is missing; SQLite has one process, so name the roles api and worker together')
  if (backend?.port === 0 && hasApi && roles.has('web'))
    issues.push('BACKEND_PORT: is 0; set the port that the API listens on, as in 5000')
  await collect(() => parseMonitoringConfig(env))
  if (isProductionEnv(env) && (hasApi || roles.has('web')) && !env.TRUSTED_PROXIES?.trim())
    issues.push('TRUSTED_PROXIES: is missing; set the address that your proxy connects from, as in 127.0.0.1')
  if (roles.has('web')) {
    const web = await collect(() => parseWebConfig(env))
    const release = await collect(() => activeRelease(env.RELEASES_FOLDER || DEFAULT_RELEASES_FOLDER))
    const siteEnv = { ...env, ...release?.env }
    const editors = await collect(() => parseEditorConfig(siteEnv))
    if (editors) await collect(() => parseDraftSource(siteEnv, editors))
    if (release) issues.push(...findReleaseIssues(release, { hasApi, env, apiUrl: web?.apiUrl }))
  }
  return [...new Set(issues)]
}

async function activeRelease(folder: string): Promise<Release> {
  const [id] = await readActiveReleases(folder)
  if (!id) throw new UserError(`RELEASES_FOLDER: there is no release in ${folder}; run npm run build`)
  return readRelease(folder, id)
}

interface ReleaseUse {
  /** Whether this node runs the API too. */
  readonly hasApi: boolean
  readonly env: Environment
  readonly apiUrl: string | undefined
}

/** Finds variables whose values at build time and at start do not match. */
function findReleaseIssues({ env: built }: Release, { hasApi, env, apiUrl }: ReleaseUse): readonly string[] {
  if (!isProductionEnv(env)) return []
  const rebuild = 'then run npm run build'
  const issues: string[] = []
  const site = URL.parse(built.VITE_SITE_URL ?? '')
  if (!site) issues.push(`VITE_SITE_URL: the release was built without it; set the site’s https address, ${rebuild}`)
  else if (site.protocol !== 'https:' && !isLoopbackHost(site.hostname))
    issues.push(`VITE_SITE_URL: the release was built for ${site.href}; set an https address, ${rebuild}`)
  if (env.CAPTCHA_SECRET && !built.VITE_CAPTCHA_SITE_KEY)
    issues.push(
      `VITE_CAPTCHA_SITE_KEY: the release was built without it; set the public key of your captcha, ${rebuild}`,
    )
  const origins = (env.SITE_ORIGINS ?? '').split(',').map((origin) => origin.trim())
  const isSet = origins.some(Boolean) // backendConfig reports it otherwise
  if (hasApi && site && isSet && !origins.includes(site.origin))
    issues.push(`SITE_ORIGINS: does not name ${site.origin}, for which the release was built; add it`)
  if (!hasApi && !apiUrl && !/^https?:/.test(built.VITE_BACKEND_URL ?? ''))
    issues.push('API_URL: is missing; set the address of the API that /api is proxied to')
  return issues
}

function isExpected(problem: unknown): problem is Error {
  if (problem instanceof UserError) return true
  return problem instanceof Error && 'code' in problem && String(problem.code).startsWith('ERR_PARSE_ARGS')
}

try {
  await main()
} catch (problem) {
  console.error(isExpected(problem) ? problem.message : problem)
  await Promise.all(servers.map(({ stop }) => stop()))
  process.exit(1)
}
