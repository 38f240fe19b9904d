import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCommandEnv } from '#scripts/test/command-env.ts'
import { getSqliteFile } from '#server/config/server-config.ts'
import { type TestRelease, writeTestRelease } from '#tests/setup/server/site.ts'
import { RAISED_RATE_LIMITS, startProcess, type TestProcess } from '#tests/setup/stack.ts'

interface ProductionServerOptions {
  /** Folder for the release, the SQLite file and the emails of a server without a mail server. */
  readonly folder: string
  /** PostgreSQL; by default SQLite in `getDatabaseFile(folder)`. */
  readonly databaseUrl?: string | undefined
  /** smtp://host:port; by default emails are written into the folder. */
  readonly mailServer?: string | undefined
  /** By default a free one. */
  readonly port?: number
  /** The release that is served: by default one page. */
  readonly release?: TestRelease
  readonly env?: Readonly<Record<string, string>>
  /** A program with arguments that runs the server: the command follows as further arguments. */
  readonly runner?: readonly string[]
}

/** As in deploy/systemd. */
const MEMORY_LIMITS = ['--max-semi-space-size=8', '--max-old-space-size=512']

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

/** The SQLite file of a server without `databaseUrl`. */
export const getDatabaseFile = (folder: string) => getSqliteFile(join(folder, 'data'))

let count = 0

/**
 * Starts `node server/main.ts` as in production, with the local captcha and without limits. It trusts `X-Forwarded-For` of this machine. Its client host
 * name in SMTP differs from that of every other server. It ends with this process.
 */
export async function startProductionServer(options: ProductionServerOptions): Promise<TestProcess> {
  const { folder, databaseUrl, mailServer, port = 0, release, env, runner = [] } = options
  const releases = join(folder, 'releases')
  if (!existsSync(releases)) await writeTestRelease(releases, release)
  return startProcess([...runner, process.execPath, ...MEMORY_LIMITS, MAIN], {
    env: createCommandEnv({
      ...RAISED_RATE_LIMITS,
      NODE_ENV: 'development', // accepts tokens of the local captcha
      LOG_LEVEL: 'error',
      PORT: String(port),
      BACKEND_FOLDER: join(folder, 'data'),
      RELEASES_FOLDER: releases,
      TRUSTED_PROXIES: '127.0.0.1',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...(mailServer && {
        SMTP_URL: `${mailServer}?name=server-${++count}`,
        MAIL_FROM: 'website@blackland.example',
        MAIL_TO: 'office@blackland.example',
      }),
      ...env,
    }),
  })
}
