import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestFolder } from '#tests/setup/process/test-folder.ts'
import { restartOnChange } from './restart-on-change.ts'

/** Watches a folder. `change` writes files in it. */
async function watchFolder(restart: () => Promise<unknown>) {
  const folder = await createTestFolder()
  await mkdir(join(folder, 'contact'))
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const watchers = restartOnChange([folder], restart)
  onTestFinished(() => {
    for (const watcher of watchers) watcher.close()
    log.mockRestore()
  })
  return {
    change: async (...files: readonly string[]) => {
      for (const file of files) await writeFile(join(folder, file), '')
    },
    getChangedFiles: () => log.mock.calls.map(([text]) => /(\S+\.ts) has changed/.exec(text)?.[1]?.split('/').at(-1)),
  }
}

test('the server restarts once for many changes, and again for those during the restart', async () => {
  const starting = Promise.withResolvers<void>()
  const restart = vi.fn(() => starting.promise)
  const { change, getChangedFiles } = await watchFolder(restart)
  await change('app.ts', 'contact/form.ts', 'contact/mail.ts')
  await expect.poll(() => restart.mock.calls.length).toBe(1)
  await change('contact/form.ts', 'app.ts')
  await expect.poll(getChangedFiles).toEqual(['app.ts'])
  starting.resolve()
  await expect.poll(() => restart.mock.calls.length).toBe(2)
})

test('a restart that fails is tried again by the next change; tests and generated files do not count', async () => {
  const restart = vi.fn(async () => {}).mockRejectedValueOnce(new Error('a syntax error'))
  const { change, getChangedFiles } = await watchFolder(restart)
  await change('app.test.ts', 'paths.gen.ts', 'notes.md', 'app.ts')
  await expect.poll(() => restart.mock.calls.length).toBe(1)
  await change('app.ts')
  await expect.poll(() => restart.mock.calls.length).toBe(2)
  expect(getChangedFiles()).toEqual(['app.ts', 'app.ts'])
})
