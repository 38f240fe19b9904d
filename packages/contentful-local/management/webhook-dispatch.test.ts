import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { WebhookTopic } from '#local/engine/webhook-events.ts'
import { DEFAULT_SPACE_LIMITS } from '#local/http/contentful-apis.ts'
import { registerBodyParsers } from '#local/http/protocol.ts'
import { openTemporarySpaceStore } from '#local/store/space-store.ts'
import { createAssetService, registerAssetRoutes } from './asset-routes.ts'
import { createContentTypeService } from './content-type-service.ts'
import { createEntryService, registerEntryRoutes } from './entry-routes.ts'
import { registerRoutes } from './resource-service.ts'

interface DispatchedChange {
  readonly topic: WebhookTopic
  readonly entity: object
  /** The version in the store when the webhook was dispatched. */
  readonly version: number | undefined
}

async function createTestApi() {
  const space = openTemporarySpaceStore()
  const store = space.openEnvironment('master')
  onTestFinished(space.close)
  const dispatched: DispatchedChange[] = []
  const tables = { ContentType: store.contentTypes, Entry: store.entries, Asset: store.assets }
  const dispatch = (topic: WebhookTopic, entity: object) => {
    const [type] = topic.split('.')
    const stored = type === 'ContentType' || type === 'Entry' || type === 'Asset' ? tables[type].get('a') : undefined
    dispatched.push({ topic, entity, version: stored?.version })
  }
  const app = fastify()
  registerBodyParsers(app)
  registerRoutes(app, createContentTypeService(store, dispatch, DEFAULT_SPACE_LIMITS))
  registerEntryRoutes(app, createEntryService(store, dispatch))
  registerAssetRoutes(app, store, createAssetService(store, dispatch))
  const send = async (method: 'PUT' | 'DELETE', url: string, version?: number, body?: object) => {
    const headers = {
      'x-contentful-content-type': 'a',
      ...(version === undefined ? {} : { 'x-contentful-version': `${version}` }),
    }
    return app.inject({ method, url, headers, ...(body ? { payload: body } : {}) })
  }
  return { dispatched, send, upload: async (content: Buffer) => (await store.files.addUpload(content)).id }
}

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 9"><path d="M0 0h3v9z"/></svg>')

test('dispatches each change once, after it is stored, with the response body', async () => {
  const { dispatched, send, upload } = await createTestApi()
  const responseBodies: unknown[] = []
  const change = async (...request: Parameters<typeof send>) => {
    const response = await send(...request)
    expect(response.statusCode).toBeLessThan(300)
    responseBodies.push(response.statusCode === 204 ? undefined : response.json())
  }
  const type = { name: 'A', fields: [{ id: 'text', name: 'Text', type: 'Symbol' }] }
  await change('PUT', '/content_types/a', undefined, type)
  await change('PUT', '/content_types/a', 1, type)
  await change('PUT', '/content_types/a/published', 2)
  await change('PUT', '/entries/a', undefined, { fields: {} })
  await change('PUT', '/entries/a', 1, { fields: { text: { 'en-US': 'b' } } })
  await change('PUT', '/entries/a/published', 2)
  await change('DELETE', '/entries/a/published')
  await change('PUT', '/entries/a/archived')
  await change('DELETE', '/entries/a/archived')
  await change('DELETE', '/entries/a')
  const link = { sys: { type: 'Link', linkType: 'Upload', id: await upload(SVG) } }
  const file = { fileName: 'a.svg', contentType: 'image/svg+xml', uploadFrom: link }
  await change('PUT', '/assets/a', undefined, { fields: { file: { 'en-US': file } } })
  await change('PUT', '/assets/a/files/en-US/process', 1)
  await change('PUT', '/assets/a/published', 2)
  await change('DELETE', '/content_types/a/published')
  await change('DELETE', '/content_types/a')

  expect(dispatched.map(({ topic, version }) => `${topic} ${version}`)).toEqual([
    'ContentType.create 1',
    'ContentType.save 2',
    'ContentType.publish 3',
    'Entry.create 1',
    'Entry.save 2',
    'Entry.publish 3',
    'Entry.unpublish 4',
    'Entry.archive 5',
    'Entry.unarchive 6',
    'Entry.delete undefined',
    'Asset.create 1',
    'Asset.save 2',
    'Asset.publish 3',
    'ContentType.unpublish 4',
    'ContentType.delete undefined',
  ])
  for (const [index, response] of responseBodies.entries()) {
    if (response !== undefined) expect(dispatched[index]?.entity).toEqual(response)
  }
})

test('does not dispatch rejected changes', async () => {
  const { dispatched, send } = await createTestApi()
  await send('PUT', '/content_types/a', undefined, {
    name: 'A',
    fields: [{ id: 'text', name: 'Text', type: 'Nothing' }],
  })
  await send('PUT', '/entries/a', undefined, { fields: {} })
  await send('PUT', '/assets/a', undefined, { fields: { nope: {}, title: { 'en-US': 5 } } })
  await send('DELETE', '/assets/a')
  expect(dispatched).toEqual([])
})
