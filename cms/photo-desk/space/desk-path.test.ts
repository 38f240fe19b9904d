import { expect, test } from 'vitest'
import { LOGO_TYPE, PHOTO_TYPE } from '#cms/photo-desk/space/picture-type.ts'
import { getDeskPath, PICTURE_TYPES, parseDeskPath } from './desk-path.ts'

test.for([
  ['/logos', LOGO_TYPE, 'add'],
  ['/logos/', LOGO_TYPE, 'add'],
  ['/logos/order?from=field', LOGO_TYPE, 'order'],
  ['/photographs/texts', PHOTO_TYPE, 'texts'],
  ['photographs/publish', PHOTO_TYPE, 'publish'],
  ['/', PHOTO_TYPE, 'add'],
  ['/constructor/__proto__', PHOTO_TYPE, 'add'],
  ['/films/texts', PHOTO_TYPE, 'texts'],
  [undefined, PHOTO_TYPE, 'add'],
  [{ path: '/logos' }, PHOTO_TYPE, 'add'],
] as const)('the path %j opens a picture type and a view', ([path, pictureType, viewId]) => {
  expect(parseDeskPath(path)).toEqual({ pictureType, viewId })
})

test('the path of each picture type opens it', () => {
  for (const pictureType of PICTURE_TYPES) expect(parseDeskPath(getDeskPath(pictureType)).pictureType).toBe(pictureType)
})
