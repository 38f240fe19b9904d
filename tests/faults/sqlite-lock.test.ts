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

function startServer() {
  const child = fork(new URL('sqlite-lock-child.ts', import.meta.url), [file], {
    env: createCommandEnv(),
    execArgv: [],
  })
  onTestFinished(() => kill(child))
  return { child, answer: once(child, 'message').then(([message]) => String(message)) }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

test('a lock ends with its process, and not before, not even when nothing refers to it', async () => {
  const { child, answer } = startServer()
  expect(await answer).toBe('locked')
  await expect(acquireSqliteLock(file)).rejects.toThrow(UserError)
  await kill(child)
  const lock = await acquireSqliteLock(file)
  expect(await startServer().answer).toBe('refused')
  lock.release()
  expect(await startServer().answer).toBe('locked')
})

test('of several processes that start at once one gets the lock', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => startServer().answer))
  expect(answers.sort()).toEqual(['locked', 'refused', 'refused', 'refused'])
})

test('every restart after SIGKILL gets the lock at once', async () => {
  for (let round = 0; round < 5; round++) {
    const { child, answer } = startServer()
    expect(await answer).toBe('locked')
    await kill(child)
  }
})
