import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { parseServerConfig } from '#server/config/server-config.ts'
import { UserError } from '#shared/user-error.ts'
import { createTestBackend, createTestConfig, createTestDatabase } from '#tests/setup/backend.ts'
import { createLoggedInVisitor } from '#tests/setup/messages.ts'
import { sumMetric } from '#tests/setup/server/prometheus-metrics.ts'
import { startMonitoring } from './monitoring.ts'

/** Monitoring with a metrics port. */
async function open() {
  const { monitoring, metricsUrl, stop } = await startMonitoring(parseServerConfig({ METRICS_PORT: '0' }))
  onTestFinished(async () => void (await stop()))
  const scrape = async () => (await fetch(`${metricsUrl}/metrics`)).text()
  return { monitoring, metricsUrl: new URL(metricsUrl ?? ''), scrape }
}

test('§12.55 metrics are served in the text format of Prometheus, on a port of this machine, and nothing else is', async () => {
  const { metricsUrl } = await open()
  expect(metricsUrl.hostname).toBe('127.0.0.1')
  const response = await fetch(new URL('/metrics', metricsUrl))
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  for (const path of ['/', '/metrics/x', '/health/ready'])
    expect((await fetch(new URL(path, metricsUrl))).status).toBe(404)
  const start = startMonitoring(parseServerConfig({ METRICS_PORT: metricsUrl.port }))
  await expect(start).rejects.toThrow(UserError)
  await expect(start).rejects.toThrow(/METRICS_PORT .*EADDRINUSE.*127\.0\.0\.1/)
})

test('§12.55 metrics say what is ready, and how many emails wait; the numbers of a table that cannot be read are absent', async () => {
  const { monitoring, scrape } = await open()
  const { db, file } = await createTestDatabase()
  const { visitor } = createTestBackend(db, {}, { monitoring })
  await visitor.login()
  await visitor.send()
  await visitor.send()
  const text = await scrape()
  expect(sumMetric(text, 'site_ready')).toBe(1)
  expect(sumMetric(text, 'site_health_check_status', { check: 'database' })).toBe(0)
  expect(sumMetric(text, 'site_outbox_mails', { state: 'waiting' })).toBe(2)
  expect(sumMetric(text, 'site_outbox_mails', { state: 'dead' })).toBe(0)
  expect(sumMetric(text, 'site_outbox_oldest_seconds', { state: 'waiting' })).toBeGreaterThanOrEqual(0)

  await db.destroy()
  const config = { ...createTestConfig(), database: { file } }
  createApp({ api: { db, config }, monitoring, logLevel: 'silent' }) // another server has no result of seconds ago
  const after = await scrape()
  expect(sumMetric(after, 'site_ready')).toBe(0)
  expect(sumMetric(after, 'site_health_check_status', { check: 'database' })).toBe(2)
  expect(sumMetric(after, 'site_health_check_status', { check: 'outbox' })).toBe(1)
  expect(sumMetric(after, 'site_outbox_mails')).toBeUndefined()
  expect(sumMetric(after, 'site_outbox_oldest_seconds')).toBeUndefined()
})

test('§12.23 requests beyond a limit are counted by its name, and limits of all visitors start at 0', async () => {
  const { monitoring, scrape } = await open()
  const { db } = await createTestDatabase()
  const { app } = createTestBackend(db, {}, { limits: { LOGINS_PER_ADDRESS: 1, MESSAGES_PER_DAY: 2 }, monitoring })
  const visitor = await createLoggedInVisitor(app)
  for (let count = 0; count < 2; count++) expect((await visitor.login()).statusCode).toBe(429)
  for (let count = 0; count < 2; count++) await visitor.send() // the second is beyond the half that is no reserve
  const text = await scrape()
  const refusals = (labels: Record<string, string>) => sumMetric(text, 'site_rate_limit_refusals_total', labels)
  expect(refusals({ limit: 'LOGINS_PER_ADDRESS', shared: 'false' })).toBe(2)
  expect(refusals({ limit: 'MESSAGES_PER_DAY', shared: 'true' })).toBe(1)
  expect(refusals({ limit: 'LOGINS_PER_HOUR', shared: 'true' })).toBe(0)
})
