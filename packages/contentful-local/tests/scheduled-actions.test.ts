import type { WebhookFilter } from 'contentful-management'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSpaceStore } from '#local/store/space-store.ts'
import { startSpace, type TestSpace } from './start-space.ts'
import {
  catchApiError,
  createDraftEntry,
  publishAsset,
  publishEntry,
  publishPhotoModel,
  sendRequest,
  toLink,
} from './test-contentful.ts'
import { createTestFolder } from './test-folder.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

async function startPhotos(folder?: string) {
  const local = await startSpace({ webhookRetryDelaysMs: [], ...(folder && { folder }) })
  onTestFinished(() => local.stop())
  await publishPhotoModel(local)
  return local
}

const HOUR_MS = 3_600_000

/** Sets the clock of the server to a time after which all actions of the test are due. */
function passTwoHours() {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * HOUR_MS })
  onTestFinished(() => void vi.useRealTimers())
}

const inMs = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

interface Schedule {
  readonly id: string
  readonly linkType?: 'Entry' | 'Asset'
  readonly action?: 'publish' | 'unpublish'
  readonly datetime?: string
  readonly environment?: string
  readonly timezone?: string
}

const schedule = (
  { client }: TestSpace,
  { id, linkType = 'Entry', action = 'publish', datetime = inMs(HOUR_MS), environment = 'master', ...more }: Schedule,
) =>
  client.scheduledActions.create(
    {},
    {
      entity: toLink(linkType, id),
      environment: toLink('Environment', environment),
      action,
      scheduledFor: { datetime, timezone: 'Europe/Berlin', ...more },
    },
  )

const getAction = ({ client }: TestSpace, scheduledActionId: string) =>
  client.scheduledActions.get({ scheduledActionId, environmentId: 'master' })

const listIds = async ({ client }: TestSpace, query: Record<string, string>) =>
  (await client.scheduledActions.getMany({ query: { 'environment.sys.id': 'master', ...query } })).items.map(
    ({ sys }) => sys.id,
  )

const waitForStatus = (local: TestSpace, id: string, status: string) =>
  expect.poll(async () => (await getAction(local, id)).sys.status).toBe(status)

test('publishes an entry and unpublishes an asset at their time, and calls the webhooks', async () => {
  const local = await startPhotos()
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver[Symbol.asyncDispose]())
  const topics = ['Entry.publish', 'Asset.unpublish', 'ScheduledAction.*']
  await local.client.webhook.create({}, { name: 'All', url: receiver.url, topics, headers: [] })
  await createDraftEntry(local, 'photo', 'later', { alt: 'Published later' })
  await publishAsset(local, 'file')
  const publishing = await schedule(local, { id: 'later' })
  expect(publishing).toMatchObject({
    sys: { type: 'ScheduledAction', status: 'scheduled', version: 1 },
    action: 'publish',
    entity: toLink('Entry', 'later'),
    scheduledFor: { timezone: 'Europe/Berlin' },
  })
  const unpublishing = await schedule(local, { id: 'file', linkType: 'Asset', action: 'unpublish' })
  expect((await local.client.entry.get({ entryId: 'later' })).sys.publishedVersion).toBeUndefined()
  passTwoHours()
  await waitForStatus(local, publishing.sys.id, 'succeeded')
  await waitForStatus(local, unpublishing.sys.id, 'succeeded')
  expect((await local.client.entry.get({ entryId: 'later' })).sys.publishedVersion).toBe(1)
  expect((await local.client.asset.get({ assetId: 'file' })).sys.publishedVersion).toBeUndefined()
  const received = () => receiver.requests.map(({ headers }) => headers['x-contentful-topic']).sort()
  const [created, executed] = ['ScheduledAction.create', 'ScheduledAction.execute']
  const expected = ['Asset.unpublish', 'Entry.publish', created, created, executed, executed]
  await expect.poll(received).toEqual(expected.map((topic) => `ContentManagement.${topic}`))
})

test('an action that cannot run at its time fails with the error of the API', async () => {
  const local = await startPhotos()
  await createDraftEntry(local, 'photo', 'InvalidEntry', {})
  await createDraftEntry(local, 'photo', 'NotFound', {})
  const actions = [await schedule(local, { id: 'InvalidEntry' }), await schedule(local, { id: 'NotFound' })]
  await local.client.entry.delete({ entryId: 'NotFound' })
  passTwoHours()
  for (const { sys, entity } of actions) {
    await waitForStatus(local, sys.id, 'failed')
    expect((await getAction(local, sys.id)).error).toMatchObject({ sys: { type: 'Error', id: entity.sys.id } })
  }
})

test('lists, changes and cancels actions', async () => {
  const local = await startPhotos()
  await publishEntry(local, 'photo', 'one', { alt: 'The first' })
  const soon = await schedule(local, { id: 'one', action: 'unpublish', datetime: inMs(HOUR_MS) })
  const later = await schedule(local, { id: 'one', datetime: inMs(7_200_000) })
  const list = (query: Record<string, string>) => listIds(local, { order: 'scheduledFor.datetime', ...query })
  expect(await list({ 'sys.status': 'scheduled' })).toEqual([soon.sys.id, later.sys.id])
  expect(await list({ 'scheduledFor.datetime[gt]': inMs(5_000_000) })).toEqual([later.sys.id])
  expect(await list({ 'entity.sys.id': 'other' })).toEqual([])

  const scheduledActionId = later.sys.id
  const { sys, ...definition } = later
  const moved = await local.client.scheduledActions.update(
    { scheduledActionId, version: sys.version },
    { ...definition, scheduledFor: { datetime: inMs(9_000_000) } },
  )
  expect(moved.sys.version).toBe(2)
  const outdated = local.client.scheduledActions.update({ scheduledActionId, version: 1 }, definition)
  expect(await catchApiError(outdated)).toMatchObject({ status: 409 })
  await local.client.scheduledActions.delete({ scheduledActionId, environmentId: 'master' })
  expect((await getAction(local, scheduledActionId)).sys).toMatchObject({
    status: 'canceled',
    canceledAt: expect.any(String),
    canceledBy: toLink('User', 'local-developer'),
  })
  for (const again of [
    local.client.scheduledActions.delete({ scheduledActionId, environmentId: 'master' }),
    local.client.scheduledActions.update({ scheduledActionId, version: 3 }, definition),
  ])
    expect(await catchApiError(again)).toMatchObject({ status: 400, message: expect.stringContaining('canceled') })
  const environment = toLink('Environment', 'master')
  await local.client.environmentAlias.createWithId({ environmentAliasId: 'master' }, { environment })
  expect(await list({ 'sys.status[in]': 'scheduled,inProgress' }), 'of the renamed environment').toEqual([soon.sys.id])
})

test('rejects the past, unknown entities, environments and time zones, and lists without an environment', async () => {
  const local = await startPhotos()
  await createDraftEntry(local, 'photo', 'one', { alt: 'The first' })
  const reject = async (changes: Partial<Schedule>) =>
    (await catchApiError(schedule(local, { id: 'one', ...changes }))).status
  expect(await reject({ datetime: inMs(-1_000) })).toBe(422)
  expect(await reject({ id: 'nowhere' })).toBe(400)
  expect(await reject({ environment: 'nowhere' })).toBe(422)
  expect(await reject({ timezone: 'Europe/Nowhere' })).toBe(422)
  const response = await sendRequest(local, 'GET', '/spaces/local/scheduled_actions')
  expect(response).toMatchObject({ status: 400, text: expect.stringContaining('environment.sys.id') })
})

test('actions that became due while the server was not running are run at the next start, each once, in order', async () => {
  const folder = await createTestFolder()
  const local = await startPhotos(folder)
  const ids = ['one', 'two', 'three']
  for (const id of ids) {
    await createDraftEntry(local, 'photo', id, { alt: `The ${id}` })
    await schedule(local, { id })
  }
  const last = await schedule(local, { id: 'one', action: 'unpublish', datetime: inMs(HOUR_MS + 60_000) })
  await local.stop()
  passTwoHours()
  const later = await startSpace({ folder })
  onTestFinished(() => later.stop())
  const countPublished = async () =>
    (await later.client.entry.getMany({ query: { 'sys.publishedVersion[exists]': true, limit: 1 } })).total
  await waitForStatus(later, last.sys.id, 'succeeded')
  await expect.poll(countPublished).toBe(ids.length - 1)
  for (const { sys } of (await later.client.entry.getMany({})).items) expect(sys.publishedCounter).toBe(1)
})

test('an alias lists the actions of its environment, which run there and are deleted with it', async () => {
  const local = await startPhotos()
  await createDraftEntry(local, 'photo', 'one', { alt: 'The first' })
  await local.client.environment.createWithId({ environmentId: 'staging' }, { name: 'staging' })
  const environment = toLink('Environment', 'staging')
  await local.client.environmentAlias.createWithId({ environmentAliasId: 'live' }, { environment })
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver[Symbol.asyncDispose]())
  const filters: WebhookFilter[] = [{ equals: [{ doc: 'sys.environment.sys.id' }, 'live'] }]
  const webhook = { name: 'Live', url: receiver.url, topics: ['Entry.publish'], filters, headers: [] }
  await local.client.webhook.create({}, webhook)
  const { sys } = await schedule(local, { id: 'one', environment: 'live' })
  const list = (id: string) => listIds(local, { 'environment.sys.id': id })
  expect(await list('live')).toEqual([sys.id])
  expect(await list('staging')).toEqual([sys.id])
  expect(await list('master')).toEqual([])
  passTwoHours()
  const readPublishedVersion = async (environmentId: string) =>
    (await local.client.entry.get({ entryId: 'one', environmentId })).sys.publishedVersion
  await expect.poll(() => readPublishedVersion('staging')).toBe(1)
  expect(await readPublishedVersion('master')).toBeUndefined()
  await receiver.waitForRequests(1)
  await local.client.environmentAlias.delete({ environmentAliasId: 'live' })
  await local.client.environment.delete({ environmentId: 'staging' })
  expect(await catchApiError(getAction(local, sys.id))).toMatchObject({ status: 404 })
})

test('an environment has at most 500 actions that have not run', async () => {
  const folder = await createTestFolder()
  const local = await startPhotos(folder)
  await createDraftEntry(local, 'photo', 'one', { alt: 'The first' })
  const { scheduledFor } = await schedule(local, { id: 'one' })
  await local.stop()
  const space = openSpaceStore(folder)
  const entity = { linkType: 'Entry', id: 'one' } as const
  const action = { action: 'publish', entity, environment: 'master', scheduledFor, host: '' } as const
  for (let count = 1; count < 500; count++)
    space.scheduledActions.create(`action-${count}`, { ...action, status: count === 1 ? 'failed' : 'scheduled' })
  space.close()
  const full = await startSpace({ folder })
  onTestFinished(() => full.stop())
  await schedule(full, { id: 'one' })
  expect(await catchApiError(schedule(full, { id: 'one' }))).toMatchObject({ status: 400 })
})
