import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Creates a temporary folder in `parent`. A second process (folder-guard.ts) deletes it when this process ends, even by
 * SIGKILL, and ends processes whose TMPDIR is the folder.
 */
export async function createTemporaryFolder(parent: string, prefix: string) {
  const path = await mkdtemp(join(parent, prefix))
  await chmod(path, 0o711) // PostgreSQL runs as another user and has its data in the folder
  const script = fileURLToPath(new URL('folder-guard.ts', import.meta.url))
  const guard = spawn(process.execPath, [script, path], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] })
  guard.unref()
  return {
    path,
    /** Stops PostgreSQL servers with data in the folder, and deletes it. */
    remove: async (): Promise<void> => {
      guard.ref() // keeps this process alive until the guard has exited
      const exited = once(guard, 'exit')
      guard.stdin.end()
      await exited
    },
  }
}
