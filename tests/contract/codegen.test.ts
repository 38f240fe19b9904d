import { generate } from '@graphql-codegen/cli'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { model } from '#cms/model/model.ts'
import { contentTypePayload } from '#cms/model/payload.ts'
import codegen from '#codegen'
import { localContentful } from './local-contentful.ts'

const outputs = z.array(z.object({ filename: z.string(), content: z.string() }))

test('graphql-codegen makes the same types from the running server as from cms/schema.graphql', async () => {
  await using local = await localContentful()
  for (const type of Object.values(model)) {
    const params = { contentTypeId: type.id }
    const response = await fetch(`${local.url}/spaces/local/environments/master/content_types/${type.id}`, {
      method: 'PUT',
      headers: { authorization: 'Bearer local-management', 'content-type': 'application/json' },
      body: JSON.stringify(contentTypePayload(type)),
    })
    expect(response.status).toBe(201)
    await local.client.contentType.publish(params, await local.client.contentType.get(params))
  }
  const headers = { authorization: 'Bearer local-delivery' }
  const schema = [{ [`${local.url}/content/v1/spaces/local/environments/master`]: { headers } }]
  const fromServer = outputs.parse(await generate({ ...codegen, schema }, false))
  const fromFile = outputs.parse(await generate({ ...codegen, schema: 'cms/schema.graphql' }, false))
  expect(fromServer.length).toBeGreaterThan(0)
  expect(fromServer).toEqual(fromFile)
}, 30_000)
