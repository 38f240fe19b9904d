import { expect, test } from 'vitest'
import { formatAppPath, LOGO_TYPE, PHOTO_TYPE, parseAppPath } from './picture-type.ts'

test.for([
  [formatAppPath(LOGO_TYPE), LOGO_TYPE],
  [formatAppPath(PHOTO_TYPE), PHOTO_TYPE],
  ['/films', PHOTO_TYPE],
  [undefined, PHOTO_TYPE],
  [{ path: '/logos' }, PHOTO_TYPE],
] as const)('the path %j opens a picture type', ([path, pictureType]) => {
  expect(parseAppPath(path)).toBe(pictureType)
})
