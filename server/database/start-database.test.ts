import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { acquireSqliteLock } from './sqlite/sqlite-lock.ts'
import { startDatabase } from './start-database.ts'

vi.mock('node:timers/promises', { spy: true })

test('tries to open the database again every 5 s, logs each reason once, and then holds it until it is closed', async () => {
  const folder = await createTestFolder()
  const file = join(folder, 'data', 'backend.sqlite')
  await writeFile(join(folder, 'data'), 'in place of the folder')
  const repaired = Promise.withResolvers<void>()
  vi.mocked(sleep).mockResolvedValueOnce(undefined).mockReturnValueOnce(repaired.promise)
  const [lines, onReady]: [string[], () => void] = [[], vi.fn<() => void>()]
  const database = startDatabase({ file }, { lock: undefined, log: (line) => lines.push(line), onReady })
  await expect.poll(() => vi.mocked(sleep).mock.calls.length).toBe(2)
  const [delay, , options] = vi.mocked(sleep).mock.lastCall ?? []
  expect([delay, options?.signal?.aborted]).toEqual([5_000, false])
  await expect(database.whenReady()).rejects.toThrow('data/backend.sqlite.lock cannot be locked: ')
  expect(onReady).not.toHaveBeenCalled()
  await rm(join(folder, 'data'))
  repaired.resolve()
  await expect
    .poll(() => lines)
    .toEqual([
      expect.stringMatching(
        /^The lock file .+ needs to write its folder\. Pages are served; messages are refused until it is open\.$/,
      ),
      'The database is open: messages are accepted again.',
    ])
  expect(onReady).toHaveBeenCalledOnce()
  await database.whenReady()
  await database.stop()
  expect(options?.signal?.aborted).toBe(true)
  expect(() => acquireSqliteLock(file)).toThrow('is in use by another server')
  await database.close()
  acquireSqliteLock(file)[Symbol.dispose]()
})
