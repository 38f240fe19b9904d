import { fork } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import type { BackendConfig } from '#server/config.ts'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'
import { HEALTH_TOKEN } from '#tests/setup/server/health.ts'
import { RAISED_RATE_LIMITS } from '#tests/setup/server/raised-rate-limits.ts'

export interface KillableBackend {
  /** Its address, as soon as it listens; it rejects when that never comes. */
  readonly url: Promise<string>
  /** With SIGKILL: nothing of it runs any more when this resolves. */
  readonly kill: () => Promise<void>
}

export interface KillableOptions {
  /** SQLite's file with the name that the backend gives it. */
  readonly database: BackendConfig['database']
  /** smtp://host:port */
  readonly mailServer: string
  /** What it calls itself at the mail server. */
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
  const ended = once(child, 'exit')
  const url = Promise.race([
    once(child, 'message').then(([message]) => String(message)),
    ended.then(() => Promise.reject(new Error(`The backend ${name} ended before it listened`))),
  ])
  url.catch(() => {}) // who kills it early does not wait for its address
  return {
    url,
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
