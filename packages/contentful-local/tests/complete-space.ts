import { everyFieldAssetId, publishEveryField } from './every-field-model.ts'
import type { TestSpace } from './start-space.ts'
import {
  createAsset,
  createDraftEntry,
  createPicture,
  publishContentType,
  publishEntry,
  toLink,
  uploadFile,
} from './test-contentful.ts'

/** Creates everything that contentful-export exports: two locales, tags, all field types, all publishing states. */
export async function createCompleteContent(local: TestSpace): Promise<void> {
  const { client } = local
  await client.locale.create({}, GERMAN_LOCALE)
  await client.tag.createWithId({ tagId: 'season' }, { name: 'Season', sys: { visibility: 'public' } })
  await client.tag.createWithId({ tagId: 'inside' }, { name: 'Inside', sys: { visibility: 'private' } })
  await publishEveryField(local)
  await publishGreeting(local)
  await updateEditorInterface(local)
  await createAssets(local)
  await createEntries(local)
}

/** An optional locale with fallback to English. */
export const GERMAN_LOCALE = {
  name: 'German (Germany)',
  code: 'de-DE',
  fallbackCode: 'en-US',
  optional: true,
  default: false,
  contentDeliveryApi: true,
  contentManagementApi: true,
}

/** Publishes a content type with localized fields. */
export const publishGreeting = (local: TestSpace) =>
  publishContentType(local, {
    id: 'greeting',
    name: 'Greeting',
    description: 'A localized greeting.',
    displayField: 'words',
    fields: [
      { id: 'words', name: 'Words', type: 'Symbol', required: true, localized: true },
      {
        id: 'photo',
        name: 'Photo',
        type: 'Link',
        linkType: 'Asset',
        localized: true,
        validations: [{ linkMimetypeGroup: ['image'] }],
      },
    ],
    metadata: { annotations: { ContentType: [toLink('Annotation', 'Contentful:AggregateRoot')] } },
  })

async function updateEditorInterface({ client }: TestSpace): Promise<void> {
  const params = { contentTypeId: 'note' }
  const editorInterface = await client.editorInterface.get(params)
  const controls = [
    { fieldId: 'text', widgetNamespace: 'builtin', widgetId: 'singleLine', settings: { helpText: 'Short.' } },
  ]
  const otherControls = (editorInterface.controls ?? []).filter(({ fieldId }) => fieldId !== 'text')
  const sidebar = [{ widgetNamespace: 'sidebar-builtin', widgetId: 'publication-widget', settings: {} }]
  await client.editorInterface.update(params, {
    ...editorInterface,
    controls: [...controls, ...otherControls],
    sidebar,
    editorLayout: [{ groupId: 'main', name: 'Main', items: [{ fieldId: 'text' }] }],
    groupControls: [{ groupId: 'main', widgetNamespace: 'builtin', widgetId: 'topLevelTab' }],
  })
}

async function createAssets(local: TestSpace): Promise<void> {
  const { client } = local
  await createAsset(local, 'draft-picture', await createPicture(40, 20))
  await client.asset.archive({ assetId: (await createAsset(local, 'old-picture', await createPicture(50, 20))).sys.id })
  const files = { 'en-US': await createPicture(60, 20), 'de-DE': await createPicture(70, 20) }
  const fileEntries = Object.entries(files).map(async ([locale, file]) => {
    const uploadFrom = await uploadFile(local, file)
    return [locale, { contentType: 'image/jpeg', fileName: `both-${locale}.jpg`, uploadFrom }] as const
  })
  const asset = await client.asset.createWithId(
    { assetId: 'both' },
    {
      metadata: { tags: [toLink('Tag', 'season')] },
      fields: {
        title: { 'en-US': 'Both', 'de-DE': 'Beide' },
        description: { 'de-DE': 'Zwei Bilder' },
        file: Object.fromEntries(await Promise.all(fileEntries)),
      },
    },
  )
  await client.asset.publish({ assetId: 'both' }, await client.asset.processForAllLocales({}, asset))
}

async function createEntries(local: TestSpace): Promise<void> {
  const { client } = local
  await createDraftEntry(local, 'note', 'draft-note', { text: 'Not yet' })
  await createDraftEntry(local, 'note', 'old-note', { text: 'No longer' })
  await client.entry.archive({ entryId: 'old-note' })
  const changed = await publishEntry(local, 'note', 'changed-note', { text: 'Before' })
  await client.entry.update({ entryId: 'changed-note' }, { ...changed, fields: { text: { 'en-US': 'After' } } })
  const hello = await client.entry.createWithId(
    { contentTypeId: 'greeting', entryId: 'hello' },
    {
      metadata: { tags: [toLink('Tag', 'season'), toLink('Tag', 'inside')] },
      fields: {
        words: { 'en-US': 'Hello', 'de-DE': 'Hallo' },
        photo: { 'en-US': toLink('Asset', 'both'), 'de-DE': toLink('Asset', everyFieldAssetId) },
      },
    },
  )
  await client.entry.publish({ entryId: 'hello' }, hello)
}
