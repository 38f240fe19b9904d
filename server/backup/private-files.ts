import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '#shared/user-error.ts'

/**
 * Makes a folder for its owner alone, with those above it, or checks the one that is there: it must belong to the user of
 * this process, and nobody else may write to it. In another one, somebody could exchange files for links, or read them.
 * Returns its real path. Throws `UserError`.
 */
export async function ensurePrivateFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    const folder = await realpath(path)
    await assertPrivate(folder)
    return folder
  } catch (error) {
    if (error instanceof UserError) throw error
    const code = error instanceof Error && 'code' in error ? error.code : error
    throw new UserError(`The folder ${path} cannot be used (${code})`, { cause: error })
  }
}

/** Throws `UserError` where another user owns the file or folder, or may write to it. Windows has no such rights. */
export async function assertPrivate(path: string): Promise<void> {
  const user = process.getuid?.()
  if (user === undefined) return
  const { uid, mode } = await stat(path)
  if (uid !== user)
    throw new UserError(
      `${path} belongs to another user (${uid}): run this command as that user, as with sudo -u '#${uid}', or name a folder of your own`,
    )
  if ((mode & 0o022) !== 0)
    throw new UserError(
      `Other users may write to ${path}: take that right away with chmod go-w, or name another folder`,
    )
}

/** A folder of work that is removed when it goes out of scope, and when the process exits. */
export interface WorkFolder extends AsyncDisposable {
  readonly path: string
}

const PREFIX = '.unfinished-'

/** Makes a folder for unfinished work in `parent`, after those of processes that were killed have been removed. */
export async function createWorkFolder(parent: string): Promise<WorkFolder> {
  for (const name of await readdir(parent)) {
    const pid = new RegExp(`^\\${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (pid && !isRunning(Number(pid))) await rm(join(parent, name), { recursive: true, force: true })
  }
  const path = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`))
  const removeNow = () => rmSync(path, { recursive: true, force: true })
  process.once('exit', removeNow)
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      await rm(path, { recursive: true, force: true })
      process.removeListener('exit', removeNow)
    },
  }
}

/** Signal 0 only asks. A process of another user is refused (EPERM), and runs. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
