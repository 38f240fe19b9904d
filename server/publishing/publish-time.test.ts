import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { sharePublishTime } from './publish-time.ts'

/** Starts the publish time of one server, and counts the publishes of others that it sees. */
async function startServer(url: string) {
  const db = await openDatabase({ url })
  const reads = vi.spyOn(db, 'selectFrom')
  const seen: string[] = []
  const lines: string[] = []
  const { record, close } = sharePublishTime({
    db,
    intervalMs: 20,
    onPublish: () => seen.push('publish'),
    log: (line) => lines.push(line),
  })
  onTestFinished(async () => {
    await close()
    await db.destroy()
  })
  await expect.poll(() => reads.mock.calls.length).toBeGreaterThan(1) // the first read has ended
  return { db, record, seen, lines }
}

test('a publish is seen once by the other servers, and not by the server that recorded it', async () => {
  const url = await createPostgresDatabase()
  const [first, second, third] = [await startServer(url), await startServer(url), await startServer(url)]
  await first.record()
  await expect.poll(() => [second.seen.length, third.seen.length]).toEqual([1, 1])
  await second.record()
  await expect.poll(() => [first.seen.length, third.seen.length]).toEqual([1, 2])
  expect(second.seen).toHaveLength(1)
})

test('an unreadable database is logged once, and a later publish is seen', async () => {
  const url = await createPostgresDatabase()
  const [first, second] = [await startServer(url), await startServer(url)]
  await first.db.schema.alterTable('publish_time').renameTo('publish_time_away').execute()
  await expect.poll(() => second.lines).toEqual([expect.stringMatching(/^The time of the last publish cannot be read/)])
  await expect(first.record()).rejects.toThrow('publish_time')
  await first.db.schema.alterTable('publish_time_away').renameTo('publish_time').execute()
  await expect.poll(() => second.lines).toEqual([expect.anything(), 'The time of the last publish is read again.'])
  await first.record()
  await expect.poll(() => second.seen.length).toBe(1)
})
