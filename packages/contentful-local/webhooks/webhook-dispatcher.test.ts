import { expect, test } from 'vitest'
import type { WebhookDefinition, WebhookFilter } from '#local/store/space-definitions.ts'
import { isSubscribed } from './webhook-dispatcher.ts'

const webhook: WebhookDefinition = {
  name: 'W',
  url: 'http://127.0.0.1',
  topics: ['*.*'],
  filters: [],
  headers: [],
  active: true,
  httpBasicUsername: null,
  httpBasicPassword: null,
  transformation: null,
}

const entry = {
  sys: { id: 'home', contentType: { sys: { id: 'page' } }, environment: { sys: { id: 'master' } } },
}
const asset = { sys: { id: 'photo', environment: { sys: { id: 'master' } } } }

test.each([
  ['Entry.*', true],
  ['*.publish', true],
  ['Entry.publish', true],
  ['Entry.unpublish', false],
])('the topic %s matches Entry.publish: %s', (topic, expected) => {
  expect(isSubscribed({ ...webhook, topics: ['ContentType.create', topic] }, 'Entry.publish', entry)).toBe(expected)
})

const type = { doc: 'sys.contentType.sys.id' } as const
const environment = { doc: 'sys.environment.sys.id' } as const

test.each<[WebhookFilter, boolean, boolean]>([
  [{ equals: [environment, 'master'] }, true, true],
  [{ equals: [environment, 'staging'] }, false, false],
  [{ not: { equals: [environment, 'staging'] } }, true, true],
  [{ equals: [type, 'page'] }, true, false],
  [{ in: [type, ['fact', 'page']] }, true, false],
  [{ not: { equals: [type, 'page'] } }, false, false],
  [{ equals: [{ doc: 'sys.id' }, 'photo'] }, false, true],
  [{ not: { in: [{ doc: 'sys.id' }, ['fact', 'home']] } }, false, true],
  [{ regexp: [{ doc: 'sys.id' }, { pattern: '^h.m' }] }, true, false],
  [{ not: { regexp: [type, { pattern: '^h.m' }] } }, true, false],
])('the filter %j matches the entry: %s, the asset: %s', (filter, forEntry, forAsset) => {
  expect(isSubscribed({ ...webhook, filters: [filter] }, 'Entry.save', entry)).toBe(forEntry)
  expect(isSubscribed({ ...webhook, filters: [filter] }, 'Asset.save', asset)).toBe(forAsset)
})

test('a pattern that takes too long for an id never matches', () => {
  const slow = { regexp: [{ doc: 'sys.id' }, { pattern: '^(a+)+$' }] } satisfies WebhookFilter
  const payload = { sys: { id: `${'a'.repeat(60)}-` } }
  for (const filter of [slow, { not: slow }])
    expect(isSubscribed({ ...webhook, filters: [filter] }, 'Entry.save', payload)).toBe(false)
})

test('requires all filters to match and the webhook to be active', () => {
  const filters: WebhookFilter[] = [{ equals: [environment, 'master'] }, { equals: [type, 'fact'] }]
  expect(isSubscribed({ ...webhook, filters }, 'Entry.save', entry)).toBe(false)
  expect(isSubscribed({ ...webhook, active: false }, 'Entry.save', entry)).toBe(false)
})
