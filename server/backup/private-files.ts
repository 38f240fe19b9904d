import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '#shared/user-error.ts'

/**
 * Creates a folder with mode 700, or checks that an existing one belongs to the user of this process and is not writable by
 * other users, who could replace files with links. Returns its real path. Throws `UserError`.
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

/** Throws `UserError` if another user owns the file or folder or can write to it. Does nothing on Windows. */
export async function assertPrivate(path: string): Promise<void> {
  const user = process.getuid?.()
  if (user === undefined) return
  const { uid, mode } = await stat(path)
  if (uid !== user)
    throw new UserError(
      `${path} belongs to another user (${uid}): run this command as that user, as with sudo -u '#${uid}', or use a folder of your own`,
    )
  if ((mode & 0o022) !== 0)
    throw new UserError(
      `Other users can write to ${path}: remove that permission with chmod go-w, or use another folder`,
    )
}

/** A temporary folder, removed when it goes out of scope and when the process exits. */
export interface WorkFolder extends AsyncDisposable {
  readonly path: string
}

const WORK_FOLDER_PREFIX = '.unfinished-'

/** Creates a work folder in `parent`, and removes those of processes that no longer run. */
export async function createWorkFolder(parent: string): Promise<WorkFolder> {
  for (const name of await readdir(parent)) {
    const pid = new RegExp(`^\\${WORK_FOLDER_PREFIX}(\\d+)-`).exec(name)?.[1]
    if (pid && !isRunning(Number(pid))) await rm(join(parent, name), { recursive: true, force: true })
  }
  const path = await mkdtemp(join(parent, `${WORK_FOLDER_PREFIX}${process.pid}-`))
  const removeSync = () => rmSync(path, { recursive: true, force: true })
  process.once('exit', removeSync)
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      await rm(path, { recursive: true, force: true })
      process.removeListener('exit', removeSync)
    },
  }
}

/** Signal 0 only checks. EPERM means that the process runs as another user. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
