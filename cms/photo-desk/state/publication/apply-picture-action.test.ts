import { expect, test } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { listPictures } from '#cms/photo-desk/state/pictures/picture.ts'
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
