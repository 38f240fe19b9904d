import type { ContentTypeProps } from 'contentful-management'
import { everyFieldAsset, everyFieldEntries, everyFieldModel } from './every-field-model.ts'
import { bringAsset, draftEntry, type Local, linkTo, picture } from './test-contentful.ts'

/** Speaks both languages; an answer in German may be missing. */
const greeting = {
  name: 'Greeting',
  description: 'Said in two languages.',
  displayField: 'words',
  fields: [
    { id: 'words', name: 'Words', type: 'Symbol', required: true, localized: true },
    { id: 'photo', name: 'Photo', type: 'Link', linkType: 'Asset', required: false, localized: true },
  ],
}

/** A space with everything that import and export carry: two languages, tags, every field type, every state. */
export async function fillSpace(local: Local): Promise<void> {
  const { client } = local
  await client.locale.create({}, german)
  await client.tag.createWithId({ tagId: 'season' }, { name: 'Season', sys: { visibility: 'public' } })
  await client.tag.createWithId({ tagId: 'inside' }, { name: 'Inside', sys: { visibility: 'private' } })
  await publishTypes(local)
  await bringAssets(local)
  await bringEntries(local)
}

/** May be missing; English stands in for it. */
export const german = {
  name: 'German (Germany)',
  code: 'de-DE',
  fallbackCode: 'en-US',
  optional: true,
  default: false,
  contentDeliveryApi: true,
  contentManagementApi: true,
}

/** The model of every field, as the client's types ask for it. */
export async function publishTypes({ client }: Pick<Local, 'client'>): Promise<void> {
  for (const { id, ...type } of [...everyFieldModel, { id: 'greeting', ...greeting }]) {
    const at = { contentTypeId: id }
    const payload: Omit<ContentTypeProps, 'sys'> = JSON.parse(JSON.stringify(type))
    await client.contentType.publish(at, await client.contentType.createWithId(at, payload))
  }
  const at = { contentTypeId: 'note' }
  const held = await client.editorInterface.get(at)
  const controls = [
    { fieldId: 'text', widgetNamespace: 'builtin', widgetId: 'singleLine', settings: { helpText: 'Short.' } },
  ]
  const rest = (held.controls ?? []).filter(({ fieldId }) => fieldId !== 'text')
  const sidebar = [{ widgetNamespace: 'sidebar-builtin', widgetId: 'publication-widget', settings: {} }]
  await client.editorInterface.update(at, { ...held, controls: [...controls, ...rest], sidebar })
}

async function bringAssets(local: Local): Promise<void> {
  const { client } = local
  await client.asset.publish({ assetId: everyFieldAsset }, await bringAsset(local, everyFieldAsset, await picture()))
  await bringAsset(local, 'draft-picture', await picture(40, 20))
  await client.asset.archive({ assetId: (await bringAsset(local, 'old-picture', await picture(50, 20))).sys.id })
  const files = { 'en-US': await picture(60, 20), 'de-DE': await picture(70, 20) }
  const uploaded = Object.entries(files).map(async ([locale, file]) => {
    const upload = await client.upload.create({}, { file: new Uint8Array(file).buffer })
    const uploadFrom = { sys: { type: 'Link' as const, linkType: 'Upload' as const, id: upload.sys.id } }
    return [locale, { contentType: 'image/jpeg', fileName: `both-${locale}.jpg`, uploadFrom }] as const
  })
  const asset = await client.asset.createWithId(
    { assetId: 'both' },
    {
      metadata: { tags: [tag('season')] },
      fields: {
        title: { 'en-US': 'Both', 'de-DE': 'Beide' },
        description: { 'de-DE': 'Zwei Bilder' },
        file: Object.fromEntries(await Promise.all(uploaded)),
      },
    },
  )
  await client.asset.publish({ assetId: 'both' }, await client.asset.processForAllLocales({}, asset))
}

const tag = (id: string) => ({ sys: { type: 'Link' as const, linkType: 'Tag' as const, id } })

async function bringEntries(local: Local): Promise<void> {
  const { client } = local
  for (const { id, contentType, fields } of everyFieldEntries) {
    await client.entry.publish({ entryId: id }, await draftEntry(local, contentType, id, fields))
  }
  await draftEntry(local, 'note', 'draft-note', { text: 'Not yet' })
  await draftEntry(local, 'note', 'old-note', { text: 'No longer' })
  await client.entry.archive({ entryId: 'old-note' })
  const changed = await client.entry.publish(
    { entryId: 'changed-note' },
    await draftEntry(local, 'note', 'changed-note', { text: 'Before' }),
  )
  await client.entry.update({ entryId: 'changed-note' }, { ...changed, fields: { text: { 'en-US': 'After' } } })
  const hello = await client.entry.createWithId(
    { contentTypeId: 'greeting', entryId: 'hello' },
    {
      metadata: { tags: [tag('season'), tag('inside')] },
      fields: {
        words: { 'en-US': 'Hello', 'de-DE': 'Hallo' },
        photo: { 'en-US': linkTo('Asset', 'both'), 'de-DE': linkTo('Asset', everyFieldAsset) },
      },
    },
  )
  await client.entry.publish({ entryId: 'hello' }, hello)
}
