import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import type { BackendConfig } from '#server/config.ts'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'

export interface BackupTarget {
  readonly database: BackendConfig['database']
  /** BACKEND_FOLDER */
  readonly dataFolder: string
  /** The folder of PostgreSQL's programs. */
  readonly programs?: string
}

/** Environment of a command that backs this target up or restores it. */
const backupEnv = ({ database, dataFolder, programs }: BackupTarget, more: Readonly<Record<string, string>> = {}) =>
  createCommandEnv({
    BACKEND_FOLDER: dataFolder,
    ...('url' in database && { DATABASE_URL: database.url }),
    ...(programs !== undefined && { PATH: [programs, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter) }),
    ...more,
  })

/** Starts `npm run backup` or `npm run restore`. */
export function startBackupCommand(
  name: 'backup' | 'restore',
  args: readonly string[],
  target: BackupTarget,
  more?: Readonly<Record<string, string>>,
) {
  const child = spawn(process.execPath, [`scripts/${name}.ts`, ...args], { env: backupEnv(target, more) })
  child.stdin.end()
  const output = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  return { child, end: output.then(([[status], stdout, stderr]) => ({ status, stdout, stderr })) }
}

export const runBackupCommand = (...command: Parameters<typeof startBackupCommand>) =>
  startBackupCommand(...command).end
