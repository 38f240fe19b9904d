import { fork } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import type { BackendConfig } from '#server/config.ts'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'
import { HEALTH_TOKEN } from '#tests/setup/server/health.ts'
import { RAISED_RATE_LIMITS } from '#tests/setup/server/raised-rate-limits.ts'

export interface KillableBackend {
  /** The URL, when the backend listens. Rejects if it exits before. */
  readonly url: Promise<string>
  /** Sends SIGKILL, and resolves when the process has exited. */
  readonly kill: () => Promise<void>
}

export interface KillableOptions {
  /** A SQLite file must have the default name of the backend. */
  readonly database: BackendConfig['database']
  /** smtp://host:port */
  readonly mailServer: string
  /** Client host name in SMTP sessions. */
  readonly name: string
  /** Arguments of backend-child.ts. */
  readonly args?: readonly ('--unlocked' | '--usual-times')[]
}

export function startKillableBackend({ database, mailServer, name, args = [] }: KillableOptions): KillableBackend {
  const env = createCommandEnv({
    ...('url' in database ? { DATABASE_URL: database.url } : { BACKEND_FOLDER: dirname(database.file) }),
    BACKEND_PORT: '0',
    SMTP_URL: `${mailServer}?name=${name}`,
    MAIL_FROM: 'website@blackland.example',
    MAIL_TO: 'office@blackland.example',
    ...RAISED_RATE_LIMITS,
    LOG_LEVEL: 'silent',
    HEALTH_TOKEN,
  })
  const child = fork(new URL('backend-child.ts', import.meta.url), [...args], { env, execArgv: [] })
  const exited = once(child, 'exit')
  const url = Promise.race([
    once(child, 'message').then(([message]) => String(message)),
    exited.then(() => Promise.reject(new Error(`The backend ${name} ended before it listened`))),
  ])
  url.catch(() => {}) // tests that kill it early do not await the URL
  return {
    url,
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
