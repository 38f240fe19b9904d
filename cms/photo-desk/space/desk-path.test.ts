import { expect, test } from 'vitest'
import { LOGO_TYPE, PHOTO_TYPE } from '#cms/photo-desk/space/picture-type.ts'
import { getDeskPath, PICTURE_TYPES, parseDeskPath } from './desk-path.ts'

test.for([
  ['/logos', LOGO_TYPE],
  ['/', PHOTO_TYPE],
  ['/films', PHOTO_TYPE],
  [undefined, PHOTO_TYPE],
  [{ path: '/logos' }, PHOTO_TYPE],
] as const)('the path %j opens a picture type', ([path, pictureType]) => {
  expect(parseDeskPath(path)).toBe(pictureType)
})

test('the path of each picture type opens it', () => {
  for (const pictureType of PICTURE_TYPES) expect(parseDeskPath(getDeskPath(pictureType))).toBe(pictureType)
})
