import { statfs, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type AppOptions, createApp } from '#server/app.ts'
import { getBackupRecord } from '#server/config/server-config.ts'
import { CAPTCHA_ACTION } from '#shared/constants.ts'
import { createTestConfig, createTestDatabase, createTestLog, expectProblem } from '#tests/setup/backend.ts'
import { createLoggedInVisitor, createMessage, createVisitor, insertQueuedEmail } from '#tests/setup/messages.ts'
import { sumMetric } from '#tests/setup/server/prometheus-metrics.ts'
import { createTestPublishing } from '#tests/setup/server/site.ts'
import { HEALTH_TOKEN } from '#tests/setup/stack.ts'
import { createMetrics } from './metrics.ts'
import type { Monitoring } from './monitoring.ts'

vi.mock('node:fs/promises', { spy: true })

/** A database with a server on it, and the lines of its log. */
async function open(monitoring: Monitoring = {}) {
  const { db, file } = await createTestDatabase()
  const config = { ...createTestConfig({ BACKEND_FOLDER: dirname(file) }), database: { file } }
  const { logStream, readEntries: logged } = createTestLog()
  const start = (options: Partial<AppOptions> = {}) =>
    createApp({
      api: { db, config },
      monitoring: { minFreeDiskBytes: 0, ...monitoring },
      logStream,
      ...options,
    })
  return { db, file, start, logged }
}

type App = ReturnType<typeof createApp>

async function askReady(app: App, authorization?: string) {
  const response = await app.inject({ url: '/health/ready', headers: authorization ? { authorization } : {} })
  expect(response.headers['cache-control']).toBe('no-store')
  return [response.statusCode, response.json()]
}

const READY = [200, { status: 'ok' }]
/** What visitors miss, without a cause. */
const degraded = (...parts: readonly string[]) => [200, { status: 'degraded', parts }]
const NOT_READY = [503, { status: 'failed' }]
const BEARER = `Bearer ${HEALTH_TOKEN}`

test('§12.19 a full disk is not ready before a visitor notices, the log has its cause, and it is ready when there is space', async () => {
  const { db, start, logged } = await open()
  const visitor = await createLoggedInVisitor(start())
  const sendLongMessage = () => visitor.send({ body: createMessage({ message: 'x'.repeat(5_000) }) })
  await sql`pragma max_page_count = 60`.execute(db) // of 4 KiB
  let response = await sendLongMessage()
  while (response.statusCode === 202) response = await sendLongMessage()
  expectProblem(response, 503, 'unavailable')
  // Each time of another server, because a server keeps a result for seconds.
  expect(await askReady(start())).toEqual(NOT_READY)
  const reason = 'database or disk is full'
  expect(logged().at(-1)).toMatchObject({ level: 50, msg: 'health check failed', check: 'database', reason })
  await db.deleteFrom('outbox').execute()
  await db.deleteFrom('message').execute()
  expect(await askReady(start())).toEqual(READY)
  expect(await db.selectFrom('message').select('id').execute()).toEqual([])
  expect((await sendLongMessage()).statusCode).toBe(202)
})

test('§12.52 a database that fails is not ready without pages, degraded with pages, and logged once', async () => {
  const { db, start, logged } = await open({ healthToken: HEALTH_TOKEN })
  await db.schema.dropTable('outbox').execute()
  await db.schema.dropTable('message').execute()
  const api = start()
  for (let count = 0; count < 20; count++) expect(await askReady(api)).toEqual(NOT_READY)
  expect(logged().map(({ msg, check, level }) => ({ msg, check, level }))).toEqual([
    { msg: 'health check failed', check: 'database', level: 50 },
    { msg: 'health check degraded', check: 'outbox', level: 40 },
  ])
  const site = start({ site: tmpdir() })
  expect(await askReady(site)).toEqual(degraded('form'))
  const reason = 'SQL logic error'
  expect(await askReady(site, BEARER)).toMatchObject([
    200,
    { status: 'degraded', checks: { database: { status: 'degraded', reason }, pagesDisk: { status: 'ok' } } },
  ])
})

test('§12.54 the details need the health token; a wrong one gets the same response as none', async () => {
  const app = (await open({ healthToken: HEALTH_TOKEN })).start()
  const { body, headers } = await app.inject('/health/live')
  expect([body, headers['cache-control']]).toEqual(['{"status":"ok"}', 'no-store'])
  const wrong = [`${BEARER}x`, BEARER.slice(0, -1), `Basic ${HEALTH_TOKEN}`, HEALTH_TOKEN, 'Bearer ']
  for (const authorization of [undefined, ...wrong]) expect(await askReady(app, authorization)).toEqual(READY)
  expect(await askReady(app, `bearer ${HEALTH_TOKEN}`)).toEqual([
    200,
    {
      status: 'ok',
      checks: {
        database: { status: 'ok' },
        form: { status: 'ok' },
        outbox: { status: 'ok', waiting: 0, dead: 0, oldestWaitingSeconds: null },
        backup: { status: 'ok', lastSuccess: null },
        disk: { status: 'ok', freeBytes: expect.any(Number), sizeBytes: expect.any(Number) },
      },
    },
  ])
  const withoutToken = (await open()).start()
  for (const authorization of ['Bearer ', 'Bearer undefined', BEARER])
    expect(await askReady(withoutToken, authorization)).toEqual(READY)
})

test('§12.55 §12.57 details and metrics have counts of emails, disks, and the time of the last backup, 0 before the first one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const metrics = createMetrics()
  const { db, file, start } = await open({ healthToken: HEALTH_TOKEN, metrics })
  const disk = { type: 0, bsize: 1_000, frsize: 1, blocks: 2_000_000, bfree: 900_000, files: 1, ffree: 1 }
  vi.mocked(statfs).mockImplementation(async (path) => ({ ...disk, bavail: path === tmpdir() ? 500_000 : 499_999 }))
  onTestFinished(() => void vi.mocked(statfs).mockReset())
  start()
  expect(sumMetric(await metrics.collect(), 'site_backup_last_success_seconds')).toBe(0)
  for (const [seconds, state] of [
    [90, 'waiting'],
    [10, 'waiting'],
    [9_000, 'dead'],
    [9_999, 'sent'],
  ] as const)
    await insertQueuedEmail(db, { outbox: { state, queued_at: Date.now() - seconds * 1_000 } })
  await writeFile(getBackupRecord(dirname(file)), '')
  await utimes(getBackupRecord(dirname(file)), 1, 1_772_000_000)
  const app = start({ site: tmpdir(), monitoring: { healthToken: HEALTH_TOKEN, metrics } })
  const sizes = { freeBytes: 499_999_000, sizeBytes: 2_000_000_000 }
  const checks = {
    ...{ database: { status: 'ok' }, form: { status: 'ok' }, redirects: { status: 'ok', refused: [] } },
    outbox: { status: 'ok', waiting: 2, dead: 1, oldestWaitingSeconds: 90 },
    backup: { status: 'ok', lastSuccess: '2026-02-25T06:13:20.000Z' },
    disk: { status: 'degraded', reason: 'little disk space', ...sizes },
    pagesDisk: { status: 'ok', ...sizes, freeBytes: 500_000_000 },
  }
  expect(await askReady(app, BEARER)).toEqual([200, { status: 'degraded', checks }])
  const lines = (await metrics.collect())
    .split('\n')
    .filter((line) => /^site_(?!http|rate|malformed).* [1-9]/.test(line))
  expect(lines.join('\n')).toBe(`\
site_ready 1
site_health_check_status{check="disk"} 1
site_outbox_mails{state="waiting"} 2
site_outbox_mails{state="dead"} 1
site_outbox_oldest_seconds{state="waiting"} 90
site_backup_last_success_seconds 1772000000
site_disk_free_bytes{folder="data"} 499999000
site_disk_free_bytes{folder="pages"} 500000000
site_disk_size_bytes{folder="data"} 2000000000
site_disk_size_bytes{folder="pages"} 2000000000`)
})

test('§12.52 is degraded, and ready, while the disk is nearly full, or an email has waited for more than 30 minutes', async () => {
  const { db, start } = await open({ healthToken: HEALTH_TOKEN, minFreeDiskBytes: Number.MAX_SAFE_INTEGER })
  await insertQueuedEmail(db, { outbox: { queued_at: Date.now() - 25 * 60_000 } })
  const disk = { status: 'degraded', reason: 'little disk space' }
  const checks = { disk, outbox: { status: 'ok', waiting: 1 } }
  expect(await askReady(start(), BEARER)).toMatchObject([200, { status: 'degraded', checks }])
  const queued_at = Date.now() - 30 * 60_000 - 1_000
  await db.updateTable('outbox').set({ queued_at }).execute()
  const outbox = { status: 'degraded', waiting: 1, reason: 'an email waits for more than 30 minutes' }
  expect(await askReady(start(), BEARER)).toMatchObject([200, { checks: { outbox } }])
})

test('§12.53 the form is degraded after a login or message that the server cannot handle, until one succeeds', async () => {
  const { db, start, logged } = await open({ healthToken: HEALTH_TOKEN })
  let provider: object = {}
  const response = () => new Response(JSON.stringify(provider))
  using _ = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => response())
  const env = { CAPTCHA_SECRET: 'a secret', SITE_ORIGINS: 'http://127.0.0.1:3000' }
  const app = start({ site: tmpdir(), api: { db, config: createTestConfig(env) } })
  const visitor = createVisitor(app)
  expect(await askReady(app)).toEqual(READY)
  for (const [answer, status, health] of [
    [{ success: false, 'error-codes': ['invalid-input-secret'] }, 503, degraded('form')],
    [{ success: false, 'error-codes': ['timeout-or-duplicate'] }, 403, READY],
    [{ no: 'verification' }, 503, degraded('form')],
    [{ success: true, action: CAPTCHA_ACTION, hostname: '127.0.0.1', score: 0.9 }, 200, READY],
  ] as const) {
    provider = answer
    expect((await visitor.login()).statusCode).toBe(status)
    expect(await askReady(app)).toEqual(health)
  }
  expect((await visitor.send({ body: { name: '' } })).statusCode).toBe(422)
  expect(await askReady(app)).toEqual(READY)
  const changes = ['degraded', 'ok again', 'degraded', 'ok again'].map((state) => `health check ${state}`)
  expect(logged().flatMap(({ check, msg }) => (check === 'form' ? msg : []))).toEqual(changes)

  provider = {}
  expect((await visitor.login()).statusCode).toBe(503)
  const form = { status: 'degraded', reason: 'captcha_unavailable' }
  expect(await askReady(app, BEARER)).toMatchObject([200, { status: 'degraded', checks: { form } }])
  const now = performance.now()
  for (const [minutes, health] of [
    [14, degraded('form')],
    [16, READY],
  ] as const) {
    using _now = vi.spyOn(performance, 'now').mockReturnValue(now + minutes * 60_000) // nobody has tried since
    expect(await askReady(app)).toEqual(health)
  }
})

test.each([
  [3.5, READY],
  [4.1, degraded('pages')],
])(
  '§12.35 §12.53 /health/ready says which pages are outdated since %s minutes, and the site stays ready',
  async (minutes, ready) => {
    const metrics = createMetrics()
    const { start } = await open({ healthToken: HEALTH_TOKEN, metrics })
    const failure = {
      failingSince: new Date(Date.now() - minutes * 60_000).toISOString(),
      failures: [{ what: '/services', reason: 'servicesPage: the entry is missing' }],
      isUpdating: false,
    }
    const { publishing } = createTestPublishing({ status: 'failed', ...failure })
    const app = start({ site: tmpdir(), publishing })
    expect(await askReady(app)).toEqual(ready)
    const pages = { status: 'degraded', reason: 'pages are outdated', ...failure }
    expect(await askReady(app, BEARER)).toMatchObject([200, { status: 'degraded', checks: { pages } }])
    const text = await metrics.collect()
    expect(sumMetric(text, 'site_outdated_pages')).toBe(1)
    expect(sumMetric(text, 'site_disk_free_bytes', { folder: 'pages' })).toBeGreaterThan(0)
  },
)
