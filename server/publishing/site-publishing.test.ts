import { InsertQueryBuilder } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { repeat } from '#server/process/repeat.ts'
import { createTestDatabase } from '#tests/setup/backend.ts'
import { sharePublishTime, startSitePublishing } from './site-publishing.ts'

vi.mock('#server/process/repeat.ts', { spy: true })

test('§10.2 a server looks for the publishes of others every 5 s', async () => {
  const { db } = await createTestDatabase()
  const { close } = sharePublishTime({ db, onPublish: () => {}, log: () => {} })
  onTestFinished(close)
  expect(repeat).toHaveBeenLastCalledWith(expect.any(Function), 5_000, expect.any(Function))
})

test('a publish of this server that is read before its write has ended is not one of another server', async () => {
  const { db } = await createTestDatabase()
  const reads = vi.spyOn(db, 'selectFrom')
  const waitForReads = async () => {
    const { length } = reads.mock.calls
    await expect.poll(() => reads.mock.calls.length).toBeGreaterThan(length + 1)
  }
  const onPublish = vi.fn<() => void>()
  const log = vi.fn<(line: string) => void>()
  const whenReady = vi.fn(async () => {})
  for (let count = 0; count < 2; count++) whenReady.mockRejectedValueOnce(new Error('off'))
  const { record, close } = sharePublishTime({ db, whenReady, intervalMs: 5, onPublish, log })
  onTestFinished(close)
  await waitForReads()
  const { execute } = InsertQueryBuilder.prototype
  const isRead = Promise.withResolvers<void>()
  const write = vi.spyOn(InsertQueryBuilder.prototype, 'execute').mockImplementationOnce(async function (this: object) {
    const result = await execute.call(this)
    await isRead.promise
    return result
  })
  onTestFinished(() => write.mockRestore())
  const recorded = record()
  await expect.poll(() => db.selectFrom('publish_time').select('published_at').execute()).toHaveLength(1)
  await waitForReads()
  isRead.resolve()
  await recorded
  expect(onPublish).not.toHaveBeenCalled()
  expect(log.mock.calls).toEqual([
    ['The time of the last publish cannot be read: off. Trying again.'],
    ['The time of the last publish is read again.'],
  ])
})

test('§12.34 compares with the CMS at the start: something may have been published while no server ran', async () => {
  const outDir = await createTestFolder()
  using limit = vi.spyOn(AbortSignal, 'timeout')
  const { updates, close } = startSitePublishing({
    getSite: () => ({ outDir, env: {} }),
    lockFolder: undefined,
    intervalMs: 600_000,
    hasDeliveryNetwork: false,
    sharedDatabase: undefined,
    log: () => {},
  })
  onTestFinished(close)
  expect(updates.getState().isUpdating).toBe(true)
  await expect.poll(() => limit.mock.calls).toEqual([[120_000]])
})
