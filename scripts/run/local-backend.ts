import { backendConfig } from '#server/config.ts'
import { mailsGoTo } from '#server/outbox/mails-go-to.ts'
import { type ServerProcess, startServerProcess } from './child-process.ts'
import { HOST } from './ports.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The backend of a site on this machine. */
export interface LocalBackend extends ServerProcess {
  /** For people: where mails go. */
  readonly mailNote: string
  /** Who may say to it, and to the site's server, for whom they ask. */
  readonly trustedProxies: readonly string[]
}

/** Starts the backend of the site on this port in a process of its own; the site's server hands /api on to it. Throws `ConfigError`. */
export async function startBackendOf(sitePort: number, log: (line: string) => void): Promise<LocalBackend> {
  const env = backendEnv(sitePort, process.env)
  const { transport, trustedProxies } = backendConfig({ ...process.env, ...env })
  const server = await startServerProcess({
    name: 'backend',
    script: 'backend-process.ts',
    env,
    onLost: () => log('The backend has ended. The site goes on, but takes no contact messages until the next start.'),
  })
  return { ...server, mailNote: mailsGoTo(transport), trustedProxies }
}

/** What the environment leaves open, as it fits a site on this machine. */
function backendEnv(sitePort: number, env: Environment) {
  const origins = [HOST, 'localhost'].map((host) => `http://${host}:${sitePort}`)
  return {
    BACKEND_HOST: HOST,
    BACKEND_PORT: env.BACKEND_PORT || '0', // any free one
    SITE_ORIGINS: env.SITE_ORIGINS || origins.join(),
    TRUSTED_PROXIES: env.TRUSTED_PROXIES || HOST,
    LOG_LEVEL: env.LOG_LEVEL || 'warn',
  }
}
