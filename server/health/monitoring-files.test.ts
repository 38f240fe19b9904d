import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

const readRules = () => readFile('deploy/monitoring/alerts.yml', 'utf8')

/** The names of all series that a process exports. */
async function exportedSeries(): Promise<readonly string[]> {
  const types = [...(await createMetrics().collect()).matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  return types.flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
  )
}

test('§12.56 the alerts name metrics that the server exports', async () => {
  const named = new Set((await readRules()).match(/\b(site|nodejs|process)_\w+/g))
  expect(named.size).toBeGreaterThan(5)
  expect(await exportedSeries()).toEqual(expect.arrayContaining([...named]))
})

test('§12.56 the guide says for every alert what to do', async () => {
  const rules = await readRules()
  const guide = await readFile('docs/deploying.md', 'utf8')
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  expect(alerts.length).toBeGreaterThan(5)
  for (const alert of alerts) {
    const title = alert.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase()
    expect(guide).toMatch(new RegExp(`^### Alert: ${title}\\n\\S`, 'im'))
    expect(rules).toContain(`runbook_url: docs/deploying.md#alert-${title.replaceAll(' ', '-')}\n`)
  }
})

test('§12.23 an alert names each limit of all visitors that is reached', async () => {
  const [, alert = ''] = /- alert: SharedLimitReached\n([\s\S]*?)\n\n/.exec(await readRules()) ?? []
  expect(alert).toMatch(/^ +expr: increase\(site_rate_limit_refusals_total\{shared="true"\}\[15m\]\) > 0$/m)
  expect(alert).toMatch(/^ +summary: .*\{\{ \$labels\.limit \}\}/m)
})
