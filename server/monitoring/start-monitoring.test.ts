import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { parseMonitoringConfig } from '#server/config/monitoring-config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { startOutboxWorker } from '#server/outbox/outbox-worker.ts'
import { ANY_CHANGE } from '#server/publishing/content-change.ts'
import { observeRebuild } from '#server/publishing/contentful-publishing.ts'
import { UserError } from '#shared/user-error.ts'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { sumMetric } from '#tests/setup/server/prometheus-metrics.ts'
import { createLoggedInVisitor, createTestBackend } from '#tests/setup/server/test-backend.ts'
import { startMonitoring } from './start-monitoring.ts'

/** Monitoring with a metrics port, and what that says. */
async function open() {
  const {
    monitoring,
    metricsUrl = '',
    stop,
  } = await startMonitoring(parseMonitoringConfig({ METRICS_PORT: '0', LOG_LEVEL: 'silent', DISK_FREE_MB: '0' }))
  onTestFinished(stop)
  const { metrics } = monitoring
  if (!metrics) throw new Error('No metrics')
  const scrape = async () => {
    const response = await fetch(`${metricsUrl}/metrics`)
    expect(response.status).toBe(200)
    return response.text()
  }
  return { monitoring, metrics, metricsUrl, stop, scrape }
}

test('metrics are served in the text format of Prometheus, on a port of their own', async () => {
  const { metricsUrl, scrape } = await open()
  const response = await fetch(`${metricsUrl}/metrics`)
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const text = await scrape()
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds', 'process_cpu_seconds_total'])
    expect(sumMetric(text, name), name).toBeGreaterThanOrEqual(0)
  expect(new URL(metricsUrl).hostname).toBe('127.0.0.1')
  expect((await fetch(`${metricsUrl}/health/live`)).status).toBe(200)
  for (const path of ['/', '/metrics/x', '/contact']) expect((await fetch(`${metricsUrl}${path}`)).status).toBe(404)
})

test('without METRICS_PORT nothing listens and nothing is measured', async () => {
  const { monitoring, metricsUrl, stop } = await startMonitoring(parseMonitoringConfig({}))
  expect([monitoring.metrics, metricsUrl]).toEqual([undefined, undefined])
  await stop()
})

test('a metrics port that is in use is an error that names the variable', async () => {
  const { metricsUrl } = await open()
  const { port } = new URL(metricsUrl)
  const start = startMonitoring(parseMonitoringConfig({ METRICS_PORT: port, LOG_LEVEL: 'silent' }))
  await expect(start).rejects.toThrow(UserError)
  await expect(start).rejects.toThrow(`Port ${port} is in use: set METRICS_PORT`)
})

test('many scrapes at once share one', async () => {
  const { metrics, scrape } = await open()
  let collected = 0
  metrics.addCollector(async () => {
    collected += 1
  })
  const texts = await Promise.all(Array.from({ length: 200 }, scrape))
  expect(new Set(texts).size).toBeLessThan(20)
  expect(collected).toBeLessThan(20)
})

test('a failing collector does not affect other metrics', async () => {
  const { metrics, scrape } = await open()
  metrics.addCollector(() => Promise.reject(new Error('no')))
  expect(sumMetric(await scrape(), 'process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('renders are counted and timed, and the last good one is noted', async () => {
  const { metrics, scrape } = await open()
  const { signal } = new AbortController()
  expect(sumMetric(await scrape(), 'site_render_last_success_timestamp_seconds')).toBeUndefined()
  const failure = { what: '/gallery', reason: 'Contentful answered 503' }
  expect(await observeRebuild(metrics, async () => [failure])(ANY_CHANGE, signal)).toEqual([failure])
  await expect(observeRebuild(metrics, () => Promise.reject(new Error('killed')))(ANY_CHANGE, signal)).rejects.toThrow()
  expect(await observeRebuild(metrics, async () => [])(ANY_CHANGE, signal)).toEqual([])
  await expect(
    observeRebuild(metrics, () => Promise.reject(new Error('closed')))(ANY_CHANGE, AbortSignal.abort()),
  ).rejects.toThrow()
  const text = await metrics.collect()
  expect(sumMetric(text, 'site_render_duration_seconds_count', { result: 'failed' })).toBe(2)
  expect(sumMetric(text, 'site_render_duration_seconds_count', { result: 'ok' })).toBe(1)
  expect(Date.now() / 1000 - (sumMetric(text, 'site_render_last_success_timestamp_seconds') ?? 0)).toBeLessThan(120)
})

describeOnEachDatabase('metrics', (_, target) => {
  test('count messages, spam, and emails by result', async () => {
    const { monitoring, metrics } = await open()
    const db = await openDatabase(target(), { metrics })
    onTestFinished(() => db.destroy())
    const { app } = createTestBackend(db, {}, { monitoring })
    const guest = await createLoggedInVisitor(app)
    const key = crypto.randomUUID()
    for (let count = 0; count < 3; count++) await guest.send({ key })
    await guest.send()
    await guest.send({ body: { name: 'Bot', email: 'bot@spam.example', message: 'Buy', website: 'x' } })
    const before = await metrics.collect()
    expect(sumMetric(before, 'site_messages_total', { folder: 'inbox' })).toBe(2)
    expect(sumMetric(before, 'site_messages_total', { folder: 'spam' })).toBe(1)
    expect(sumMetric(before, 'site_outbox_mails', { state: 'waiting' })).toBe(2)
    expect(sumMetric(before, 'site_outbox_mails', { state: 'dead' })).toBe(0)
    expect(sumMetric(before, 'site_outbox_oldest_seconds')).toBeGreaterThanOrEqual(0)
    expect(sumMetric(before, 'site_ready', { server: 'api' })).toBe(1)
    expect(sumMetric(before, 'site_database_query_duration_seconds_count', { statement: 'commit' })).toBeGreaterThan(0)
    expect(sumMetric(before, 'site_database_query_duration_seconds_count', { result: 'failed' })).toBeUndefined()

    const fates: (() => Promise<void>)[] = [async () => {}, () => Promise.reject(new Error('refused'))]
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    const onAttempt = (result: string) => metrics.emails.inc({ result })
    const worker = startOutboxWorker({ db, deliver: async () => fates.pop()?.(), log, onAttempt })
    onTestFinished(() => worker.stop())
    const mails = async (result: string) => sumMetric(await metrics.collect(), 'site_mails_total', { result })
    await expect.poll(() => mails('sent')).toBe(1)
    await expect.poll(() => mails('failed')).toBe(1)
    expect(await mails('dead')).toBe(0)
  })
})

test.each([
  [
    'SQLite',
    async () => ({ file: join(await mkdtemp(join(tmpdir(), 'metrics-')), 'backend.sqlite') }),
    'SQL logic error',
  ],
  ['PostgreSQL', async () => ({ url: await createPostgresDatabase() }), '42P01'],
])('the metrics port says what is not ready, and why, on %s', async (_, target, reason) => {
  const { monitoring, scrape, metricsUrl } = await open()
  const db = await openDatabase(await target())
  onTestFinished(() => db.destroy())
  const { app } = createTestBackend(db, {}, { monitoring })
  await app.ready()
  await db.schema.dropTable('outbox').execute()
  await db.schema.dropTable('message').execute()
  const response = await fetch(`${metricsUrl}/health/ready`)
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({
    status: 'failed',
    servers: {
      api: {
        status: 'failed',
        checks: {
          database: { status: 'failed', reason },
          outbox: { status: 'degraded', reason },
          disk: { status: 'ok' },
        },
      },
    },
  })
  const text = await scrape()
  expect(sumMetric(text, 'site_ready', { server: 'api' })).toBe(0)
  expect(sumMetric(text, 'site_health_check_status', { check: 'database' })).toBe(2)
  expect(sumMetric(text, 'site_health_check_status', { check: 'outbox' })).toBe(1)
  expect(sumMetric(text, 'site_outbox_mails')).toBeUndefined()
  await app.close()
  expect(await (await fetch(`${metricsUrl}/health/ready`)).json()).toEqual({ status: 'ok', servers: {} })
})

test('other machines need the health token for details', async () => {
  const token = 'a-token-of-the-operator'
  const { metricsUrl, monitoring, stop } = await startMonitoring(
    parseMonitoringConfig({ METRICS_PORT: '0', METRICS_HOST: '0.0.0.0', HEALTH_TOKEN: token, LOG_LEVEL: 'silent' }),
  )
  onTestFinished(stop)
  monitoring.addReport('api', async () => ({ status: 'failed', checks: {} }))
  const url = `http://127.0.0.1:${new URL(metricsUrl ?? '').port}/health/ready`
  const response = await fetch(url)
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ status: 'failed' })
  const authorized = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  expect(await authorized.json()).toEqual({ status: 'failed', servers: { api: { status: 'failed', checks: {} } } })
})

test('a scrape while PostgreSQL is locked ends in time, without old numbers, and holds few connections', async () => {
  const url = await createPostgresDatabase()
  const { monitoring, metrics, scrape } = await open()
  const [db, other] = [await openDatabase({ url }, { metrics }), await openDatabase({ url })]
  const { app } = createTestBackend(db, {}, { monitoring })
  await app.ready()
  const release = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const transaction = other.transaction().execute(async (tx) => {
    await tx.executeQuery(CompiledQuery.raw('lock table message, outbox in access exclusive mode'))
    locked.resolve()
    await release.promise
  })
  onTestFinished(async () => {
    release.resolve()
    await transaction
    await app.close()
    await Promise.all([db.destroy(), other.destroy()])
  })
  await locked.promise
  for (let count = 0; count < 3; count++) {
    const begun = performance.now()
    const text = await scrape()
    expect(performance.now() - begun).toBeLessThan(30_000) // the lock stays
    expect(sumMetric(text, 'site_ready', { server: 'api' })).toBe(0)
    expect(sumMetric(text, 'site_outbox_mails')).toBeUndefined()
    await new Promise((later) => setTimeout(later, 1_100)) // a scrape is shared for a second
  }
  expect((await app.inject('/health/ready')).body).toBe('{"status":"failed"}')
  expect(sumMetric(await metrics.collect(), 'site_database_connections', { state: 'used' })).toBeLessThanOrEqual(2)
  release.resolve()
  await expect.poll(async () => sumMetric(await scrape(), 'site_ready', { server: 'api' })).toBe(1)
  expect(sumMetric(await metrics.collect(), 'site_outbox_mails', { state: 'waiting' })).toBe(0)
})
