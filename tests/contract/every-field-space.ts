import { LOCAL_TOKENS } from 'contentful-local/constants'
import type { ContentTypeDefinition } from 'contentful-local/schema'
import { everyFieldAssetId, everyFieldEntries, everyFieldModel } from './every-field-model.ts'
import { publishAsset, publishEntry, type TestContentful } from './test-contentful.ts'

/** Saves and publishes a content type. Uses fetch, because the client's types require more field properties. */
export async function publishContentType(
  { url, client }: Pick<TestContentful, 'url' | 'client'>,
  type: ContentTypeDefinition,
) {
  const { id: contentTypeId, ...body } = type
  const response = await fetch(`${url}/spaces/local/environments/master/content_types/${contentTypeId}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${LOCAL_TOKENS.management}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 201) throw new Error(`${contentTypeId} was rejected: ${await response.text()}`)
  await client.contentType.publish({ contentTypeId }, await client.contentType.get({ contentTypeId }))
}

/** Publishes the model with every field type, its asset and its entries. */
export async function publishEveryField(local: TestContentful) {
  for (const type of everyFieldModel) await publishContentType(local, type)
  await publishAsset(local, everyFieldAssetId)
  for (const { id, contentType, fields } of everyFieldEntries) await publishEntry(local, contentType, id, fields)
}
