import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { parseMonitoringConfig } from '#server/config/monitoring-config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database } from '#server/database/schema.ts'
import { HEALTH_TOKEN } from '#tests/setup/server/health.ts'
import { sumMetric } from '#tests/setup/server/prometheus-metrics.ts'
import { createLoggedInVisitor, createTestBackend, expectProblem } from '#tests/setup/server/test-backend.ts'
import { createMonitoring } from './monitoring.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'health-'))
})
afterEach(() => rm(folder, { recursive: true }))

const databaseFile = () => join(folder, 'backend.sqlite')

/** A backend on SQLite with metrics and a health token, and the lines of its log. */
async function open() {
  const monitoring = createMonitoring(parseMonitoringConfig({ HEALTH_TOKEN, METRICS_PORT: '0', DISK_FREE_MB: '0' }))
  const db = await openDatabase({ file: databaseFile() }, { metrics: monitoring.metrics })
  onTestFinished(() => db.destroy())
  const lines: string[] = []
  const start = () => {
    const options = { monitoring, logStream: { write: (line: string) => lines.push(line) } }
    return createTestBackend(db, { BACKEND_FOLDER: folder, LOG_LEVEL: 'warn' }, options).app
  }
  /** Asks a new server each time: a server keeps a result for seconds. */
  const ready = async () => {
    const response = await start().inject('/health/ready')
    return [response.statusCode, response.body]
  }
  const logged = () => lines.map((line) => JSON.parse(line))
  const metrics = async () => (await monitoring.metrics?.collect()) ?? ''
  return { db, start, ready, logged, metrics }
}

const READY = [200, '{"status":"ok"}']
const NOT_READY = [503, '{"status":"failed"}']

/** Leaves SQLite room for so many more pages of 4 KiB, as on a disk that is nearly full. */
async function limitPages(db: Database, more: number): Promise<void> {
  const { rows } = await db.executeQuery<{ page_count: number }>(CompiledQuery.raw('pragma page_count'))
  const pages = (rows[0]?.page_count ?? 0) + more
  await db.executeQuery(CompiledQuery.raw(`pragma max_page_count = ${pages}`))
}

test('a full database is not ready, the log has the first cause, and it is ready again when there is space', async () => {
  const { db, start, ready, logged } = await open()
  const guest = await createLoggedInVisitor(start())
  expect(await ready()).toEqual(READY)
  await limitPages(db, 20)
  let response = await guest.send()
  for (let count = 0; response.statusCode === 202 && count < 1_000; count++)
    response = await guest.send({ body: { name: 'Ada', email: 'ada@engine.example', message: 'x'.repeat(5_000) } })
  expectProblem(response, 503, 'unavailable')
  expect(logged()).toEqual([
    expect.objectContaining({
      msg: 'error response',
      code: 'unavailable',
      err: expect.objectContaining({ message: 'database or disk is full', errcode: 13 }),
    }),
  ])

  expect(await ready()).toEqual(NOT_READY)
  expect(logged().at(-1)).toMatchObject({
    level: 50,
    msg: 'health check failed',
    check: 'database',
    reason: 'database or disk is full',
    err: { message: 'database or disk is full', errcode: 13 },
  })

  await limitPages(db, 1_000)
  expect(await ready()).toEqual(READY)
  expect((await guest.send()).statusCode).toBe(202)
})

test('messages that are deleted make room, too', async () => {
  const { db, ready } = await open()
  await limitPages(db, 20)
  const insert = () =>
    db
      .insertInto('message')
      .values({
        id: randomUUID(),
        idempotency_key: randomUUID(),
        name: 'Ada',
        email: 'ada@engine.example',
        message: 'x'.repeat(5_000),
        folder: 'inbox',
        spam_reason: null,
        received_at: 1,
      })
      .execute()
  await expect(Promise.all(Array.from({ length: 100 }, insert))).rejects.toThrow('database or disk is full')
  expect(await ready()).toEqual(NOT_READY)
  await db.deleteFrom('message').execute()
  expect(await ready()).toEqual(READY)
})

test('10,000 requests for /health/ready are a few writes to the database', async () => {
  const { start, metrics } = await open()
  const app = start()
  const inserts = async () =>
    sumMetric(await metrics(), 'site_database_query_duration_seconds_count', { statement: 'insert' }) ?? 0
  const before = await inserts()
  const begun = performance.now()
  for (let count = 0; count < 100; count++) {
    const responses = await Promise.all(Array.from({ length: 100 }, () => app.inject('/health/ready')))
    expect(responses.every(({ body }) => body === READY[1])).toBe(true)
  }
  const seconds = (performance.now() - begun) / 1_000
  const writes = (await inserts()) - before
  expect(writes).toBeGreaterThan(0)
  expect(writes).toBeLessThanOrEqual(2 + seconds / 5)
})

test('a database that another process has locked is not ready, and is ready again afterwards', async () => {
  const { ready, logged } = await open()
  const other = new DatabaseSync(databaseFile())
  other.exec('begin immediate')
  expect(await ready()).toEqual(NOT_READY)
  expect(logged()).toContainEqual(expect.objectContaining({ check: 'database', msg: 'health check failed' }))
  other.exec('rollback')
  other.close()
  await expect.poll(ready).toEqual(READY)
})

test('logs one line when a check changes its state', async () => {
  const { db, start, logged } = await open()
  const app = start()
  await db.schema.dropTable('outbox').execute()
  await db.schema.dropTable('message').execute()
  for (let count = 0; count < 20; count++) expect((await app.inject('/health/ready')).statusCode).toBe(503)
  expect(logged().map(({ msg, check, level }) => ({ msg, check, level }))).toEqual([
    { msg: 'health check failed', check: 'database', level: 50 },
    { msg: 'health check degraded', check: 'outbox', level: 40 },
  ])
})

test('a wrong token gets the same response as no token', async () => {
  const { start } = await open()
  const app = start()
  const responses = await Promise.all(
    [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Bearer ${HEALTH_TOKEN}x`,
      `Bearer ${HEALTH_TOKEN.slice(0, -1)}`,
      `Bearer ${HEALTH_TOKEN} x`,
      `Basic ${HEALTH_TOKEN}`,
      HEALTH_TOKEN,
      'Bearer undefined',
      `Bearer ${'x'.repeat(4_000)}`,
    ].map((authorization) => app.inject({ url: '/health/ready', headers: authorization ? { authorization } : {} })),
  )
  const [first, ...others] = responses.map(({ statusCode, headers, body }) => ({ statusCode, headers, body }))
  expect(first?.body).toBe('{"status":"ok"}')
  for (const other of others)
    expect({ ...other, headers: { ...other.headers, date: '' } }).toEqual({
      ...first,
      headers: { ...first?.headers, date: '' },
    })
  const authorized = await app.inject({ url: '/health/ready', headers: { authorization: `bearer ${HEALTH_TOKEN}` } })
  expect(authorized.json()).toEqual({
    status: 'ok',
    checks: {
      database: { status: 'ok', writeMs: expect.any(Number) },
      outbox: { status: 'ok', waiting: 0, dead: 0, oldestWaitingSeconds: null },
      disk: { status: 'ok', freeBytes: expect.any(Number), sizeBytes: expect.any(Number) },
    },
  })
})

test('without a configured token no request is authorized', async () => {
  const { db } = await open()
  const { app } = createTestBackend(db)
  for (const authorization of ['Bearer ', 'Bearer undefined', `Bearer ${HEALTH_TOKEN}`])
    expect((await app.inject({ url: '/health/ready', headers: { authorization } })).body).toBe('{"status":"ok"}')
})

test('a disk that is nearly full is degraded, and ready', async () => {
  const { db } = await open()
  const monitoring = createMonitoring(parseMonitoringConfig({ HEALTH_TOKEN, DISK_FREE_MB: '1000000000000' }))
  const { app } = createTestBackend(db, { BACKEND_FOLDER: join(folder, 'not', 'there', 'yet') }, { monitoring })
  const response = await app.inject({ url: '/health', headers: { authorization: `Bearer ${HEALTH_TOKEN}` } })
  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({
    status: 'degraded',
    checks: { disk: { status: 'degraded', reason: 'little disk space', freeBytes: expect.any(Number) } },
  })
})
