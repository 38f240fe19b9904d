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
  /** Folder with the PostgreSQL client programs. */
  readonly programs?: string
}

/** Environment variables of a backup or restore command for this target. */
const backupEnv = ({ database, dataFolder, programs }: BackupTarget, env: Readonly<Record<string, string>> = {}) =>
  createCommandEnv({
    BACKEND_FOLDER: dataFolder,
    ...('url' in database && { DATABASE_URL: database.url }),
    ...(programs !== undefined && { PATH: [programs, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter) }),
    ...env,
  })

/** Starts `npm run backup` or `npm run restore`. */
export function startBackupCommand(
  name: 'backup' | 'restore',
  args: readonly string[],
  target: BackupTarget,
  env?: Readonly<Record<string, string>>,
) {
  const child = spawn(process.execPath, [`scripts/${name}.ts`, ...args], { env: backupEnv(target, env) })
  child.stdin.end()
  const output = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  return { child, end: output.then(([[status], stdout, stderr]) => ({ status, stdout, stderr })) }
}

export const runBackupCommand = (...command: Parameters<typeof startBackupCommand>) =>
  startBackupCommand(...command).end
