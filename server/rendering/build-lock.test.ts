import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { UserError } from '#shared/user-error.ts'
import { createTestFolder } from '#tests/setup/process/test-folder.ts'
import { withBuildLock } from './build-lock.ts'

let outDir: string
beforeEach(async () => {
  outDir = await createTestFolder()
})

/** Starts a process that holds the lock until it is killed. */
async function startLockingProcess() {
  const code = `
    import { withBuildLock } from '#server/rendering/build-lock.ts'
    await withBuildLock(${JSON.stringify(outDir)}, async () => {
      console.log('locked')
      await new Promise((resolve) => setTimeout(resolve, 60_000))
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child
}

test('rejects a second build into the same folder, but not into another one, until the first one is killed', async () => {
  const child = await startLockingProcess()
  const second = withBuildLock(outDir, async () => 'built')
  await expect(second).rejects.toThrow(UserError)
  await expect(second).rejects.toThrow(`Another build is writing ${outDir}: wait until it has ended`)
  expect(await withBuildLock(join(outDir, 'other'), async () => 'built')).toBe('built')
  child.kill('SIGKILL')
  await once(child, 'close')
  expect(await withBuildLock(outDir, async () => 'built')).toBe('built')
})
