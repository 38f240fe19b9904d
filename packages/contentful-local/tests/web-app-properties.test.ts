import type { ContentTypeProps, CreateContentTypeProps } from 'contentful-management'
import { expect, test } from 'vitest'
import { LOCAL_TOKENS } from '#local/constants.ts'
import { useSpace } from './use-space.ts'

const { client, url } = await useSpace()

const toAnnotation = (id: string) => ({ sys: { type: 'Link', linkType: 'Annotation', id } }) as const

const field = (id: string) => ({ id, name: id, type: 'Link', linkType: 'Entry', required: false, localized: false })
const annotations = {
  ContentType: [toAnnotation('Contentful:AggregateRoot')],
  ContentTypeField: {
    sections: [{ ...toAnnotation('Contentful:AggregateComponent'), parameters: { level: 1, kind: 'a', isOpen: true } }],
    footer: [toAnnotation('Contentful:AggregateComponent')],
  },
}
const page: CreateContentTypeProps = {
  name: 'Page',
  fields: [field('sections'), field('footer')],
  metadata: { annotations },
}

/** Changes a content type. The client's types do not have `newId`. */
const change = (type: ContentTypeProps, body: object) =>
  client.contentType.update({ contentTypeId: type.sys.id }, Object.assign({}, type, body))

test('annotations of a content type and its fields are stored and returned, also in a copied environment', async () => {
  const contentTypeId = 'page'
  const created = await client.contentType.createWithId({ contentTypeId }, page)
  const published = await client.contentType.publish({ contentTypeId }, created)
  await client.environment.createWithId({ environmentId: 'copy' }, { name: 'copy' })
  const [listed] = (await client.contentType.getMany({})).items
  const copied = await client.contentType.get({ contentTypeId, environmentId: 'copy' })
  for (const type of [created, published, listed, copied]) expect(type?.metadata).toEqual({ annotations })
  const headers = { authorization: `Bearer ${LOCAL_TOKENS.delivery}` }
  const delivered = await fetch(`${url}/cdn/spaces/local/content_types/${contentTypeId}`, { headers })
  expect(await delivered.json()).not.toHaveProperty('metadata')
  const unannotated = await change(published, { metadata: undefined })
  expect(unannotated).not.toHaveProperty('metadata')
})

test('annotations follow a renamed field and are deleted with their field', async () => {
  const created = await client.contentType.createWithId({ contentTypeId: 'renamed' }, page)
  const [sections, footer] = created.fields
  const fields = [
    { ...sections, newId: 'parts' },
    { ...footer, deleted: true },
  ]
  const expected = { parts: annotations.ContentTypeField.sections }
  const { metadata } = await change(created, { fields })
  expect(metadata?.annotations?.ContentTypeField).toEqual(expected)

  // The new id may be that of the annotations too.
  const other = await client.contentType.createWithId({ contentTypeId: 'renamed-at-once' }, page)
  const renamed = await change(other, { fields, metadata: { annotations: { ContentTypeField: expected } } })
  expect(renamed.metadata?.annotations?.ContentTypeField).toEqual(expected)
})

const link = toAnnotation('Contentful:AggregateRoot')

test.each([
  [
    { annotations: { ContentType: [{ sys: { ...link.sys, linkType: 'Tag' } }] } },
    'annotations.ContentType.0.sys.linkType',
  ],
  [{ annotations: { ContentType: link } }, 'annotations.ContentType'],
  [
    { annotations: { ContentTypeField: { title: [{ sys: link.sys, parameters: { a: {} } }] } } },
    'annotations.ContentTypeField.title.0.parameters.a',
  ],
  [{ annotations: { ContentTypeField: { other: [link] } } }, 'annotations.ContentTypeField.other'],
  [{ annotations: { Entry: [link] } }, 'annotations.Entry'],
  [{ taxonomy: [{ sys: { type: 'Link', linkType: 'TaxonomyConcept', id: 'a' } }] }, 'taxonomy.0'],
])('%j is refused', async (metadata, path) => {
  const response = await fetch(`${url}/spaces/local/environments/master/content_types/refused`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${LOCAL_TOKENS.management}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Refused', fields: [{ id: 'title', name: 'Title', type: 'Symbol' }], metadata }),
  })
  expect(response.status).toBe(422)
  const { details } = await response.json()
  expect(details.errors.map((error: { readonly path: readonly string[] }) => error.path.join('.'))).toEqual([
    `metadata.${path}`,
  ])
})

test('an editor interface has all parts that configure the web app', async () => {
  const contentTypeId = 'edited'
  const created = await client.contentType.createWithId({ contentTypeId }, { name: 'Edited', fields: [field('title')] })
  await client.contentType.publish({ contentTypeId }, created)
  const widget = { widgetNamespace: 'app', widgetId: 'an-app', settings: { size: 3 } }
  const parts = {
    controls: [{ fieldId: 'title', widgetNamespace: 'builtin', widgetId: 'entryLinkEditor' }],
    editor: widget,
    editors: [{ ...widget, disabled: true }],
    sidebar: [widget],
    editorLayout: [{ groupId: 'main', name: 'Main', items: [{ fieldId: 'title' }] }],
    groupControls: [{ groupId: 'main', widgetNamespace: 'builtin', widgetId: 'topLevelTab' }],
  }
  const { sys } = await client.editorInterface.get({ contentTypeId })
  await client.editorInterface.update({ contentTypeId }, { sys, ...parts })
  expect(await client.editorInterface.get({ contentTypeId })).toMatchObject(parts)
  await client.contentType.publish({ contentTypeId }, await client.contentType.get({ contentTypeId }))
  expect(await client.editorInterface.get({ contentTypeId })).toMatchObject(parts)
})

test('an empty list of taxonomy validations is accepted', async () => {
  const metadata = { taxonomy: [] }
  const type = { name: 'Plain', fields: [field('title')], metadata }
  expect((await client.contentType.createWithId({ contentTypeId: 'plain' }, type)).metadata).toEqual(metadata)
})
