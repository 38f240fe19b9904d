import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface TemporaryFolder {
  readonly path: string
  /** Ends the PostgreSQL servers whose data lies in the folder, and removes it. */
  readonly remove: () => Promise<void>
}

/**
 * Makes a temporary folder in `parent` that is removed when this process ends, even by SIGKILL: a second process waits
 * for that. Processes whose TMPDIR is the folder end with it.
 */
export async function createTemporaryFolder(parent: string, prefix: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(parent, prefix))
  await chmod(path, 0o711) // PostgreSQL, which does not run as root, has its data in it
  const script = fileURLToPath(new URL('folder-guard.ts', import.meta.url))
  const guard = spawn(process.execPath, [script, path], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] })
  guard.unref()
  return {
    path,
    remove: async () => {
      guard.ref() // a process that has nothing else to do would end here
      const exited = once(guard, 'exit')
      guard.stdin.end()
      await exited
    },
  }
}
