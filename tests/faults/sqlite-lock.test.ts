import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { acquireSqliteLock } from '#server/database/sqlite/sqlite-lock.ts'
import { UserError } from '#shared/user-error.ts'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'))
  file = join(folder, 'backend.sqlite')
})
afterEach(() => rm(folder, { recursive: true }))

function startLockProcess() {
  const child = fork(new URL('sqlite-lock-child.ts', import.meta.url), [file], {
    env: createCommandEnv(),
    execArgv: [],
  })
  onTestFinished(() => kill(child))
  return { child, result: once(child, 'message').then(([message]) => String(message)) }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

test('a lock is released when its process ends, but not when it is garbage collected', async () => {
  const { child, result } = startLockProcess()
  expect(await result).toBe('locked')
  await expect(acquireSqliteLock(file)).rejects.toThrow(UserError)
  await kill(child)
  const lock = await acquireSqliteLock(file)
  expect(await startLockProcess().result).toBe('rejected')
  lock.release()
  expect(await startLockProcess().result).toBe('locked')
})

test('one of several concurrent processes gets the lock', async () => {
  const results = await Promise.all([1, 2, 3, 4].map(() => startLockProcess().result))
  expect(results.sort()).toEqual(['locked', 'rejected', 'rejected', 'rejected'])
})

test('a restart after SIGKILL gets the lock immediately', async () => {
  for (let round = 0; round < 5; round++) {
    const { child, result } = startLockProcess()
    expect(await result).toBe('locked')
    await kill(child)
  }
})
