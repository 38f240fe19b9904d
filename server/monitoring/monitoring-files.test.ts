import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { createMetrics } from './metrics.ts'

const read = (name: string) => readFile(new URL(`../../deploy/monitoring/${name}`, import.meta.url), 'utf8')

const target = z.looseObject({ refId: z.string(), expr: z.string().min(1) })
const panel = z.looseObject({
  id: z.number(),
  type: z.enum(['row', 'stat', 'timeseries']),
  title: z.string().min(1),
  gridPos: z.object({ h: z.number(), w: z.number(), x: z.number(), y: z.number() }),
  targets: z.array(target).optional(),
})
const dashboard = z.looseObject({
  uid: z.string().min(1),
  title: z.string().min(1),
  schemaVersion: z.number().min(38), // Grafana 10
  panels: z.array(panel),
})

const readDashboard = async () => dashboard.parse(JSON.parse(await read('grafana-dashboard.json')))

/** The names of all series that a process exports. */
async function exportedSeries(): Promise<ReadonlySet<string>> {
  const types = [...(await createMetrics().collect()).matchAll(/^# TYPE (\w+) (\w+)$/gm)]
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((suffix) => name + suffix) : [name],
    ),
  )
}

const namesIn = (text: string) => new Set(text.match(/\b(site|nodejs|process)_\w+/g))

/** Each rule of alerts.yml, as text. */
const readRules = async () => (await read('alerts.yml')).split(/^ +- alert: /m).slice(1)

test.each(['alerts.yml', 'grafana-dashboard.json'])('%s names metrics that are exported', async (file) => {
  const exported = await exportedSeries()
  const named = namesIn(await read(file))
  expect(named.size).toBeGreaterThan(5)
  for (const name of named) expect(exported, name).toContain(name)
})

test('the dashboard shows every metric of ours', async () => {
  const shown = [...namesIn(await read('grafana-dashboard.json'))].join(' ')
  for (const name of await exportedSeries())
    if (name.startsWith('site_')) expect(shown).toContain(name.replace(/_(bucket|sum|count)$/, ''))
})

test('the dashboard is one that Grafana 10 reads: panels with ids and queries, of which none covers another', async () => {
  const { panels } = await readDashboard()
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  for (const { type, title, targets = [] } of panels) {
    expect(targets.length > 0, title).toBe(type !== 'row')
    expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length)
  }
})

test('every alert says what is wrong, how bad it is, and where its remedy is', async () => {
  const rules = await readRules()
  const guide = await readFile('docs/deploying.md', 'utf8')
  expect(rules.map((rule) => /^\w+/.exec(rule)?.[0])).toEqual([
    'SiteDown',
    'ApiDown',
    'NotReady',
    'ServerErrors',
    'OutboxLate',
    'DeadMails',
    'RenderFailing',
    'SharedLimitReached',
    'DiskNearlyFull',
    'EventLoopDelayed',
  ])
  for (const rule of rules) {
    const name = /^\w+/.exec(rule)?.[0] ?? ''
    const anchor = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase()
    expect(rule).toMatch(/ severity: (critical|warning)\n/)
    expect(rule).toMatch(/ summary: \S.+\n/)
    expect(rule).toMatch(/ description: >-\n +\S/)
    expect(rule).toContain(` runbook_url: docs/deploying.md#alert-${anchor}\n`)
    expect(guide).toMatch(new RegExp(`^### Alert: ${anchor.replaceAll('-', ' ')}\\n\\S`, 'im'))
  }
})
