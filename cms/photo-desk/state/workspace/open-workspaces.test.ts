import { expect, test, vi } from 'vitest'
import { restoreWork } from './open-workspaces.ts'

test('an editor whose unfinished work the browser cannot read is told so', async () => {
  const consoleWarning = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const notifier = { success: vi.fn(), warning: vi.fn(), error: vi.fn() }
  await restoreWork([Promise.resolve(), Promise.resolve()], notifier)
  expect(notifier.warning).not.toHaveBeenCalled()
  await restoreWork([Promise.resolve(), Promise.reject(new Error('Damaged'))], notifier)
  expect(notifier.warning).toHaveBeenCalledWith(expect.stringContaining('cannot read what you left unfinished'))
  consoleWarning.mockRestore()
})
