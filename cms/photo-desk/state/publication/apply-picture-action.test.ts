import { expect, test } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { listPictures } from '#cms/photo-desk/state/pictures/picture.ts'
import { createTestCma } from '#tests/setup/photo-desk/test-cma.ts'
import {
  createTestAsset,
  createTestPhotoEntry,
  createTestPictures,
  DRAFT,
  PUBLISHED,
} from '#tests/setup/photo-desk/test-pictures.ts'
import { collectRemovedEntities } from './apply-picture-action.ts'

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
