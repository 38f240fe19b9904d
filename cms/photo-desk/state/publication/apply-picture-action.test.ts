import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { RequestError } from '#cms/photo-desk/client/request-error.ts'
import { createSpacePicturesQuery } from '#cms/photo-desk/client/space-pictures.ts'
import { listPictures } from '#cms/photo-desk/state/pictures/picture.ts'
import { createPictureTools } from '#cms/photo-desk/state/uploads/picture-tools.ts'
import { createWorkspace } from '#cms/photo-desk/state/workspace/picture-workspace.ts'
import { createTestCma, createTestDeskClient } from '#tests/setup/photo-desk/test-cma.ts'
import {
  CHANGED,
  createTestAsset,
  createTestPhotoEntry,
  createTestPictures,
  DRAFT,
  PUBLISHED,
} from '#tests/setup/photo-desk/test-pictures.ts'
import { collectEntities, collectRemovedEntities } from './apply-picture-action.ts'

test('a scheduled take-down takes the own published file of each photograph down after it, and others not at all', () => {
  const entries = ['own', 'shared', 'unpublished'].map((id) => createTestPhotoEntry(id, PUBLISHED))
  const assets = ['own', 'shared', 'unpublished'].map((id) =>
    createTestAsset(`${id}-file`, id === 'unpublished' ? DRAFT : PUBLISHED),
  )
  const pictures = [...listPictures(createTestPictures({ entries, assets }), PHOTO_TYPE).values()]
  const entities = collectRemovedEntities(pictures, new Set(['shared-file']), [], new Date())
  expect(entities.map(({ sys }) => sys.id)).toEqual(['own', 'own-file', 'shared', 'unpublished'])
})

test.each([
  [['publish Entry'], true],
  [['publish Entry', 'unpublish Entry'], false],
  [['publish Asset'], false],
  [[], false],
])('a draft of which %o is scheduled before can be taken down: %s', async (steps, isPublished) => {
  const scheduled = [...steps, 'publish Entry'].map((step, index) => {
    const [action = '', linkType] = step.split(' ')
    const datetime = `2026-01-0${index === steps.length ? 9 : index + 1}T08:00:00Z`
    return { action, entity: { sys: { id: 'a', linkType } }, scheduledFor: { datetime } }
  })
  const cma = createTestCma(() => ({ items: scheduled }))
  const { items } = await cma.scheduledActions.getMany({ query: { 'environment.sys.id': 'master' } })
  const pictures = listPictures(createTestPictures({ entries: [createTestPhotoEntry('a', DRAFT)] }), PHOTO_TYPE)
  const collect = () => collectRemovedEntities([...pictures.values()], new Set(), items, new Date('2026-01-05'))
  if (isPublished) expect(collect()).toHaveLength(2)
  else expect(collect).toThrow('is not published at this time')
})

test('§10.38 schedules files before photographs and the page last, and names one that cannot be published, and why', async () => {
  const entries = [
    createTestPhotoEntry('a', DRAFT),
    createTestPhotoEntry('b', CHANGED),
    createTestPhotoEntry('c', PUBLISHED),
    createTestPhotoEntry('bad', DRAFT, { altText: '' }),
  ]
  const assets = entries.map(({ sys: { id } }) =>
    createTestAsset(`${id}-file`, id === 'a' || id === 'c' ? CHANGED : PUBLISHED),
  )
  const client = createTestDeskClient(() => {
    throw new RequestError('Contentful is away', { status: 500 })
  })
  const queryClient = new QueryClient()
  const { queryKey } = createSpacePicturesQuery(client, PHOTO_TYPE)
  queryClient.setQueryData(queryKey, createTestPictures({ entries, assets }))
  const tools = createPictureTools(queryClient)
  const options = { client, queryClient, database: undefined, pictureType: PHOTO_TYPE, tools, userId: 'me' }
  const workspace = createWorkspace({ ...options, onTextsOrphaned: () => {} })
  const collect = (...entryIds: readonly string[]) => collectEntities(workspace, { entryIds, hasPage: true })
  expect((await collect('b', 'a', 'c')).map(({ sys }) => `${sys.linkType} ${sys.id}`)).toEqual([
    ...['Asset a-file', 'Asset c-file', 'Entry b', 'Entry a', 'Entry gallery'],
  ])
  await expect(collect('a', 'bad')).rejects.toThrow('“bad-file.jpg” cannot be published: Alternative text is empty')
  workspace.edits.change('a', { altText: 'A crew at work' })
  expect(await collect('b')).toHaveLength(2)
  await expect(collect('b', 'a')).rejects.toThrow(
    /^“A sideboom .+” cannot be published: A text is not saved: Contentful is away$/,
  )
})
