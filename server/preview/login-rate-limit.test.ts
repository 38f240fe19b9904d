import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database } from '#server/database/schema.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { createMemoryLoginRateLimit, createSharedLoginRateLimit, type LoginRateLimit } from './login-rate-limit.ts'

function fakeDate(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
}

function recordFailures(limit: LoginRateLimit, count: number, address = '192.0.2.1'): void {
  for (let failure = 0; failure < count; failure++) limit.recordFailure(address)
}

describe('in memory', () => {
  test('allows 20 failed logins per address and minute', async () => {
    fakeDate()
    const limit = createMemoryLoginRateLimit()
    recordFailures(limit, 19)
    expect(await limit.isExceeded('192.0.2.1')).toBe(false)
    recordFailures(limit, 1)
    expect(await limit.isExceeded('192.0.2.1')).toBe(true)
    expect(await limit.isExceeded('192.0.2.2')).toBe(false)
    vi.setSystemTime(Date.now() + 60_000)
    expect(await limit.isExceeded('192.0.2.1')).toBe(false)
  })

  test('drops all counts after 10,000 addresses', async () => {
    const limit = createMemoryLoginRateLimit()
    recordFailures(limit, 20, 'first')
    for (let count = 0; count < 10_000; count += 1) limit.recordFailure(`address ${count}`)
    expect(await limit.isExceeded('first')).toBe(false)
  })
})

function startServer(db: Database) {
  const lines: string[] = []
  return { ...createSharedLoginRateLimit({ db, log: (line) => lines.push(line) }), lines }
}

describeOnEachDatabase('servers on one database', (open) => {
  const readCounts = async (db: Database) =>
    (await db.selectFrom('rate').select('count').execute()).map(({ count }) => count)

  test('share the count of failed logins', async () => {
    fakeDate()
    const db = await open()
    const [one, two, three] = [startServer(db), startServer(await open()), startServer(await open())]
    recordFailures(one, 10)
    recordFailures(two, 9)
    await expect.poll(() => readCounts(db)).toEqual([19])
    expect(await three.isExceeded('192.0.2.1')).toBe(false)
    recordFailures(two, 1)
    await expect.poll(() => three.isExceeded('192.0.2.1')).toBe(true)
    expect(await one.isExceeded('192.0.2.1')).toBe(true)
    expect(await three.isExceeded('192.0.2.2')).toBe(false)
    vi.setSystemTime(Date.now() + 60_000)
    for (const { isExceeded } of [one, two, three]) expect(await isExceeded('192.0.2.1')).toBe(false)
  })

  test('limit concurrent requests', async () => {
    const server = startServer(await open())
    recordFailures(server, 20)
    expect(await server.isExceeded('192.0.2.1')).toBe(true) // before they are in the database
  })
})

describe('while the database', () => {
  test('fails, each server counts by itself and logs one line', async () => {
    const db = await openDatabase({ url: await createPostgresDatabase() })
    await db.destroy()
    const server = startServer(db)
    expect(await server.isExceeded('192.0.2.1')).toBe(false) // editors can log in
    recordFailures(server, 200)
    expect(await server.isExceeded('192.0.2.1')).toBe(true) // guessing is limited
    expect(await server.isExceeded('192.0.2.2')).toBe(false)
    expect(server.lines).toEqual([expect.stringContaining('this server counts failed preview logins by itself')])
  })

  test('does not respond, a login is delayed, and afterwards the servers share their counts again', async () => {
    fakeDate()
    const url = await createPostgresDatabase()
    const [db, other] = [await openDatabase({ url }), await openDatabase({ url })]
    const locked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const transaction = other.transaction().execute(async (locking) => {
      await sql`lock table rate in access exclusive mode`.execute(locking)
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const [one, two] = [startServer(db), startServer(other)]
    expect(await one.isExceeded('192.0.2.1')).toBe(false)
    recordFailures(one, 20)
    expect(await one.isExceeded('192.0.2.1')).toBe(true)
    expect(one.lines).toHaveLength(1)
    release.resolve()
    await transaction
    vi.setSystemTime(Date.now() + 5_000)
    recordFailures(one, 20)
    await expect.poll(() => two.isExceeded('192.0.2.1')).toBe(true)
    await Promise.all([db.destroy(), other.destroy()])
  })
})
