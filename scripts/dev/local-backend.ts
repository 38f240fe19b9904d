import { getSqliteFile, parseBackendConfig } from '#server/config.ts'
import { acquireSqliteLock, DatabaseInUseError } from '#server/database/sqlite/sqlite-lock.ts'
import { describeEmailTransport } from '#server/outbox/email-delivery.ts'
import { type ServerProcess, startServerProcess, superviseServer } from '#server/processes/server-process.ts'
import { LOCAL_HOST } from './ports.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The backend of a site on this machine. */
export interface LocalBackend extends Pick<ServerProcess, 'url' | 'stop'> {
  /** For people: where mails go. */
  readonly emailNote: string
  /** Proxies whose X-Forwarded-For the site's server trusts: `TRUSTED_PROXIES`. */
  readonly trustedProxies: readonly string[]
}

interface LocalBackendOptions {
  readonly sitePort: number
  /** Whether it is started again when it ends. */
  readonly restart: boolean
  readonly log: (line: string) => void
}

/** Starts the backend of a site in a child process; the site's server proxies /api to it. Throws `ConfigError`. */
export async function startLocalBackend({ sitePort, restart, log }: LocalBackendOptions): Promise<LocalBackend> {
  const env = { ...backendEnv(sitePort, process.env), ...(await chooseBackendFolder(sitePort, process.env, log)) }
  const { emailTransport, trustedProxies } = parseBackendConfig({ ...process.env, ...env })
  const options = {
    name: 'backend',
    module: new URL('backend-process.ts', import.meta.url),
    // The backend trusts the site's server, which sends it the visitor's address.
    env: { ...env, TRUSTED_PROXIES: LOCAL_HOST },
  }
  const server = restart
    ? await superviseServer({ ...options, log, restartEnv: ({ url }) => ({ BACKEND_PORT: new URL(url).port }) })
    : await startServerProcess(options)
  return { url: server.url, stop: server.stop, emailNote: describeEmailTransport(emailTransport), trustedProxies }
}

/**
 * SQLite is for one server. While another site on this machine uses the usual folder, this one gets a folder of its own;
 * a folder that BACKEND_FOLDER names is used as it is.
 */
export async function chooseBackendFolder(
  sitePort: number,
  env: Environment,
  log: (line: string) => void,
): Promise<{ readonly BACKEND_FOLDER?: string }> {
  const { database } = parseBackendConfig(env)
  if (env.BACKEND_FOLDER || !('file' in database) || !(await isInUse(database.file))) return {}
  const folder = `.cache/site-${sitePort}/backend`
  log(`${database.file} is in use by another site: messages of this one are kept in ${getSqliteFile(folder)}.`)
  return { BACKEND_FOLDER: folder }
}

async function isInUse(file: string): Promise<boolean> {
  try {
    const { release } = await acquireSqliteLock(file)
    release()
    return false
  } catch (error) {
    if (error instanceof DatabaseInUseError) return true
    throw error
  }
}

/** What the environment leaves open, as it fits a site on this machine. */
function backendEnv(sitePort: number, env: Environment) {
  const origins = [LOCAL_HOST, 'localhost'].map((host) => `http://${host}:${sitePort}`)
  return {
    BACKEND_HOST: LOCAL_HOST,
    BACKEND_PORT: env.BACKEND_PORT || '0', // any free one
    SITE_ORIGINS: env.SITE_ORIGINS || origins.join(),
    LOG_LEVEL: env.LOG_LEVEL || 'warn',
  }
}
