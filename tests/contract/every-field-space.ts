import type { ContentTypeDefinition } from '#cms/graphql/content-type-definition.ts'
import { LOCAL_TOKENS } from '#shared/local-contentful.ts'
import { everyFieldAsset, everyFieldEntries, everyFieldModel } from './every-field-model.ts'
import { type Local, publishedAsset, publishedEntry } from './test-contentful.ts'

/** Saves and publishes a content type. Its fields are looser than the client's types let them be. */
export async function publishType({ url, client }: Pick<Local, 'url' | 'client'>, type: ContentTypeDefinition) {
  const { id: contentTypeId, ...body } = type
  const response = await fetch(`${url}/spaces/local/environments/master/content_types/${contentTypeId}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${LOCAL_TOKENS.management}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 201) throw new Error(`${contentTypeId} was refused: ${await response.text()}`)
  await client.contentType.publish({ contentTypeId }, await client.contentType.get({ contentTypeId }))
}

/** The model with every type of field, its picture and its entries, all published. */
export async function bringEveryField(local: Local) {
  for (const type of everyFieldModel) await publishType(local, type)
  await publishedAsset(local, everyFieldAsset)
  for (const { id, contentType, fields } of everyFieldEntries) await publishedEntry(local, contentType, id, fields)
}
