import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLink } from '#cms/links.ts'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { createSpacePicturesQuery } from '#cms/photo-desk/client/space-pictures.ts'
import { createFastDeskClient, createTestCma } from '#tests/setup/photo-desk/test-cma.ts'
import { createTestPage } from '#tests/setup/photo-desk/test-pictures.ts'
import { cancelActions, createScheduledActionsQuery, scheduleActions } from './scheduled-actions.ts'

interface ListRequest {
  readonly params: { readonly query: Readonly<Record<string, string>> }
}

test('the pictures are read again when a step has run, and not when another one is scheduled', async () => {
  let scheduled: readonly string[] = []
  const cma = createTestCma(({ params: { query } }: ListRequest) => ({
    items: query['sys.status'] === 'failed' ? [] : scheduled.map((id) => ({ sys: { id } })),
  }))
  const client = createFastDeskClient(cma)
  const queryClient = new QueryClient()
  const { queryKey } = createSpacePicturesQuery(client, PHOTO_TYPE)
  queryClient.setQueryData(queryKey, { entries: new Map(), assets: new Map(), page: createTestPage([], {}) })
  for (const [ids, isInvalidated] of [
    [['first'], false],
    [['first', 'second'], false],
    [['second'], true],
  ] as const) {
    scheduled = ids
    await queryClient.fetchQuery(createScheduledActionsQuery(client, { environment: 'master' }))
    expect(queryClient.getQueryState(queryKey)).toMatchObject({ isInvalidated })
  }
})

test('reads what is scheduled by time, and what has failed within a week, the latest first, in the alias', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 10), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const queries: unknown[] = []
  const cma = createTestCma(({ params: { query } }: ListRequest) => ({ items: [], count: queries.push(query) }))
  const ids = { environment: 'master-1', environmentAlias: 'master' }
  await new QueryClient().fetchQuery(createScheduledActionsQuery(createFastDeskClient(cma), ids))
  const query = { 'environment.sys.id': 'master', limit: 500 }
  const since = { 'scheduledFor.datetime[gte]': '2026-01-03T00:00:00.000Z' }
  expect(queries).toEqual([
    { ...query, 'sys.status[in]': 'scheduled,inProgress', order: 'scheduledFor.datetime' },
    { ...query, 'sys.status': 'failed', ...since, order: '-scheduledFor.datetime' },
  ])
})

test('what has run or is canceled already counts as canceled', async () => {
  const statuses = [404, 400, 403]
  const cma = createTestCma(({ action }: { readonly action: string }) => {
    if (action === 'getMany') return { items: statuses.map((id) => ({ sys: { id } })) }
    throw new Error(JSON.stringify({ status: statuses.shift(), message: '' }))
  })
  const { items } = await cma.scheduledActions.getMany({ query: { 'environment.sys.id': 'master' } })
  expect(await cancelActions(createFastDeskClient(cma), items)).toBe(1)
})

/** Schedules the publication of two entries. `scheduled`: what is scheduled already. */
async function scheduleTwo(scheduled: readonly object[]) {
  const requests: unknown[] = []
  const cma = createTestCma(({ action, payload }: { readonly action: string; readonly payload: unknown }) => {
    if (action === 'create') requests.push(payload)
    return { items: scheduled }
  })
  const entities = ['a', 'b'].map((id) => createLink('Entry', id))
  const options = {
    environmentId: 'master',
    action: 'publish',
    entities,
    date: new Date('2999-01-02T08:00:00Z'),
  } as const
  await scheduleActions({ client: createFastDeskClient(cma), ...options })
  return requests
}

test('schedules an entry of which another action, or the same one at another time, is scheduled', async () => {
  vi.stubEnv('TZ', 'America/Chicago')
  onTestFinished(() => void vi.unstubAllEnvs())
  const entity = createLink('Entry', 'a')
  const scheduledFor = { datetime: '2999-01-02T08:00:00.000Z', timezone: 'America/Chicago' }
  const same = { entity, scheduledFor, action: 'publish' }
  const others = [
    { ...same, action: 'unpublish' },
    { ...same, scheduledFor: { datetime: '2999-01-02T08:01:00Z' } },
    { ...same, entity: createLink('Asset', 'a') },
  ]
  const environment = { sys: { type: 'Link', linkType: 'Environment', id: 'master' } }
  const second = { ...same, entity: createLink('Entry', 'b'), environment }
  expect(await scheduleTwo(others)).toEqual([{ ...same, environment }, second])
  expect(await scheduleTwo([...others, { ...same, scheduledFor: { datetime: '2999-01-02T09:00+01:00' } }])).toEqual([
    second,
  ])
  const listMany = (count: number) => Array.from({ length: count }, () => others[0] ?? {})
  expect(await scheduleTwo(listMany(498))).toHaveLength(2)
  await expect(scheduleTwo(listMany(499))).rejects.toThrow(
    'Contentful schedules at most 500 steps for later. There are 499, and this needs 2 more: select fewer, or cancel others',
  )
})
