import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '#scripts/dev/ports.ts'
import { startProgram } from './start-proxy.ts'

test.each([
  'promtool check config deploy/monitoring/prometheus.yml',
  'promtool test rules tests/deployment/alerts.test.yml',
])('§12.57 %s succeeds', (command) => {
  const [program = '', ...args] = command.split(' ')
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  expect(status, stdout + stderr).toBe(0)
})

test('the errors of a server that is down or not ready are not sent too, and those of another server are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alertmanager-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const address = `127.0.0.1:${await findFreePort(18_800)}`
  await startProgram(
    [
      ...['prometheus-alertmanager', '--config.file=deploy/monitoring/alertmanager.yml', '--cluster.listen-address='],
      ...[`--web.listen-address=${address}`, `--storage.path=${folder}`],
    ],
    { log: join(folder, 'alertmanager.log') },
  )
  const amtool = (...args: readonly string[]) =>
    spawnSync('amtool', [`--alertmanager.url=http://${address}`, 'alert', ...args], { encoding: 'utf8' })
  await expect.poll(() => amtool('query').status, { timeout: 10_000 }).toBe(0)
  for (const [name = '', instance] of [
    ['NotReady', 'a'],
    ['ServerErrors', 'a'],
    ['ServerErrors', 'b'],
  ])
    expect(amtool('add', name, `instance=${instance}`, 'severity=critical').status).toBe(0)
  const list = (...args: readonly string[]) =>
    amtool('query', '--output=json', ...args).stdout.matchAll(/"alertname":"(\w+)","instance":"(\w)"/g)
  await expect
    .poll(() => [...list('--inhibited')].map(([, name, instance]) => `${name} ${instance}`), { timeout: 10_000 })
    .toEqual(['ServerErrors a'])
  expect([...list()].map(([, name, instance]) => `${name} ${instance}`).sort()).toEqual([
    'NotReady a',
    'ServerErrors b',
  ])
})
