import { expect, test } from 'vitest'
import { ConfigError } from './environment.ts'
import { getRoleMonitoringConfig, parseMonitoringConfig } from './monitoring-config.ts'

test('has no metrics and no health details without variables', () =>
  expect(parseMonitoringConfig({ METRICS_PORT: '', HEALTH_TOKEN: '', LOG_LEVEL: '' })).toEqual({
    metrics: undefined,
    healthToken: undefined,
    minFreeDiskBytes: 500_000_000,
    logLevel: 'info',
  }))

test('listens on 127.0.0.1 without METRICS_HOST', () => {
  expect(parseMonitoringConfig({ METRICS_PORT: '9100' }).metrics).toEqual({ host: '127.0.0.1', port: 9100 })
  expect(parseMonitoringConfig({ METRICS_PORT: '9100', METRICS_HOST: '0.0.0.0' }).metrics?.host).toBe('0.0.0.0')
})

test('gives each role its own port', () => {
  const config = parseMonitoringConfig({ METRICS_PORT: '9100' })
  const ports = (['web', 'api', 'worker'] as const).map((role) => getRoleMonitoringConfig(role, config).metrics?.port)
  expect(ports).toEqual([9100, 9101, 9102])
  expect(getRoleMonitoringConfig('api', parseMonitoringConfig({})).metrics).toBeUndefined()
  expect(getRoleMonitoringConfig('api', parseMonitoringConfig({ METRICS_PORT: '0' })).metrics?.port).toBe(0)
})

test.each([
  ['METRICS_PORT', '65534', 'set a port from 0 to 65533'],
  ['METRICS_PORT', '-1', 'set a port'],
  ['METRICS_PORT', '9100.5', 'set a port'],
  ['METRICS_PORT', 'metrics', 'set a port'],
  ['HEALTH_TOKEN', 'a'.repeat(15), 'set at least 16'],
  ['HEALTH_TOKEN', `${'a'.repeat(16)} b`, 'without spaces'],
  ['HEALTH_TOKEN', `${'a'.repeat(16)}ü`, 'set at least 16'],
  ['DISK_FREE_MB', '-1', 'set a number of megabytes'],
  ['DISK_FREE_MB', '10%', 'set a number of megabytes'],
  ['LOG_LEVEL', 'loud', 'set one of fatal, error'],
])('throws for %s=%s with what to set', (name, value, message) => {
  const read = () => parseMonitoringConfig({ [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(`${name}: `)
  expect(read).toThrow(message)
})

test('reports all invalid variables at once, without the token', () => {
  const read = () => parseMonitoringConfig({ METRICS_PORT: 'x', HEALTH_TOKEN: 'short secret', DISK_FREE_MB: 'y' })
  expect(read).toThrow(/METRICS_PORT: .*\nHEALTH_TOKEN: .*\nDISK_FREE_MB: /)
  expect(read).not.toThrow('short secret')
})
