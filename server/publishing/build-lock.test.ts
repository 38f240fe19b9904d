import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { getReleasesLockFolder } from '#server/site/releases.ts'
import { UserError } from '#shared/user-error.ts'
import { getLockFile, withBuildLock } from './build-lock.ts'

let folder: string
beforeEach(async () => {
  folder = await createTestFolder()
})

const build = async () => 'built'

/** Starts a process that holds the lock until it is killed. */
async function startLockingProcess(outDir: string, lockFolder?: string) {
  const code = `
    import { withBuildLock } from '#server/publishing/build-lock.ts'
    await withBuildLock(${JSON.stringify(outDir)}, async () => {
      console.log('locked')
      await new Promise((resolve) => setTimeout(resolve, 60_000))
    }, ${JSON.stringify(lockFolder)})`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test('§12.38 rejects a second build into the same folder, but not into another one, until the first one is killed', async () => {
  const child = await startLockingProcess(folder)
  const second = withBuildLock(folder, build)
  await expect(second).rejects.toThrow(
    new UserError(`Another build is writing ${folder}: wait until it has ended, then run this one again`),
  )
  expect(await withBuildLock(join(folder, 'other'), build)).toBe('built')
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(await withBuildLock(folder, build)).toBe('built')
})

test('§12.38 the lock of a release is the same in two containers that mount the releases folder elsewhere', async () => {
  const mounted = join(folder, 'mounted')
  await mkdir(join(folder, 'releases'))
  await symlink(join(folder, 'releases'), mounted)
  await startLockingProcess(join(folder, 'releases/one/site'), getReleasesLockFolder(join(folder, 'releases')))
  const lockFolder = getReleasesLockFolder(mounted)
  await expect(withBuildLock(join(mounted, 'one/site'), build, lockFolder)).rejects.toThrow('Another build is')
  expect(await withBuildLock(join(mounted, 'two/site'), build, lockFolder)).toBe('built')
  expect(await withBuildLock(mounted, build, lockFolder)).toBe('built')
})

test('a lock file that cannot be opened is named', async () => {
  const lockFolder = join(folder, 'locks')
  await mkdir(getLockFile(lockFolder, 'dist'), { recursive: true }) // a folder in place of the file
  const locked = withBuildLock('dist', build, lockFolder)
  await expect(locked).rejects.toThrow(UserError)
  await expect(locked).rejects.toThrow(`The lock file ${getLockFile(lockFolder, 'dist')} cannot be opened: `)
})
