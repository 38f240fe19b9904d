import { expect, test } from 'vitest'
import { getDeskPath, parseDeskPath } from './desk-path.ts'
import { LOGO_TYPE, PHOTO_TYPE } from './picture-type.ts'

test.for([
  [getDeskPath(LOGO_TYPE), LOGO_TYPE],
  [getDeskPath(PHOTO_TYPE), PHOTO_TYPE],
  ['/films', PHOTO_TYPE],
  [undefined, PHOTO_TYPE],
  [{ path: '/logos' }, PHOTO_TYPE],
] as const)('the path %j opens a picture type', ([path, pictureType]) => {
  expect(parseDeskPath(path)).toBe(pictureType)
})
