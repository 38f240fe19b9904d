import { getSqliteFile, parseBackendConfig } from '#server/config.ts'
import { acquireSqliteLock, DatabaseInUseError } from '#server/database/sqlite/sqlite-lock.ts'
import { describeEmailTransport } from '#server/outbox/email-delivery.ts'
import { type ServerProcess, startServerProcess, superviseServer } from '#server/processes/server-process.ts'
import { LOCAL_HOST } from './ports.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The backend process of a local site. */
export interface LocalBackend extends Pick<ServerProcess, 'url' | 'stop'> {
  /** Console note: where emails are delivered. */
  readonly emailNote: string
  /** `TRUSTED_PROXIES`: proxies whose X-Forwarded-For the web server trusts. */
  readonly trustedProxies: readonly string[]
}

interface LocalBackendOptions {
  readonly sitePort: number
  /** Whether the backend is restarted when it exits. */
  readonly restart: boolean
  readonly log: (line: string) => void
}

/** Starts the backend in a child process. The web server proxies /api to it. Throws `ConfigError`. */
export async function startLocalBackend({ sitePort, restart, log }: LocalBackendOptions): Promise<LocalBackend> {
  const env = { ...createBackendEnv(sitePort, process.env), ...(await chooseBackendFolder(sitePort, process.env, log)) }
  const { emailTransport, trustedProxies } = parseBackendConfig({ ...process.env, ...env })
  const options = {
    name: 'backend',
    module: new URL('backend-process.ts', import.meta.url),
    // The backend trusts the web server, which forwards the visitor's address.
    env: { ...env, TRUSTED_PROXIES: LOCAL_HOST },
  }
  const server = restart
    ? await superviseServer({ ...options, log, restartEnv: ({ url }) => ({ BACKEND_PORT: new URL(url).port }) })
    : await startServerProcess(options)
  return { url: server.url, stop: server.stop, emailNote: describeEmailTransport(emailTransport), trustedProxies }
}

/**
 * Returns a separate BACKEND_FOLDER while another site on this machine uses the default one, because only one server can
 * use an SQLite database. A configured BACKEND_FOLDER is used unchanged.
 */
export async function chooseBackendFolder(
  sitePort: number,
  env: Environment,
  log: (line: string) => void,
): Promise<{ readonly BACKEND_FOLDER?: string }> {
  const { database } = parseBackendConfig(env)
  if (env.BACKEND_FOLDER || !('file' in database) || !(await isInUse(database.file))) return {}
  const folder = `.cache/site-${sitePort}/backend`
  log(`${database.file} is in use by another site: messages of this site are stored in ${getSqliteFile(folder)}.`)
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

/** Returns defaults for variables that the environment does not set, as they suit a local site. */
function createBackendEnv(sitePort: number, env: Environment) {
  const origins = [LOCAL_HOST, 'localhost'].map((host) => `http://${host}:${sitePort}`)
  return {
    BACKEND_HOST: LOCAL_HOST,
    BACKEND_PORT: env.BACKEND_PORT || '0', // any free port
    SITE_ORIGINS: env.SITE_ORIGINS || origins.join(),
    LOG_LEVEL: env.LOG_LEVEL || 'warn',
  }
}
