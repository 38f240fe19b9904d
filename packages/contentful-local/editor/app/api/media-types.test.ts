import { expect, test } from 'vitest'
import { describeMediaTypes } from './media-types.ts'

test.for([
  ['"photo.jpg" is image/png, not image/jpeg', '"photo.jpg" is PNG, not JPEG'],
  ['The linked file is image/svg+xml.', 'The linked file is SVG.'],
  ['"letter.jpg" is application/pdf, not image/jpeg', '"letter.jpg" is PDF document, not JPEG'],
  ['"a.bin" is application/octet-stream', '"a.bin" is another kind of file'],
] as const)('the message %j has words instead of media types', ([message, words]) => {
  expect(describeMediaTypes(message)).toBe(words)
})
