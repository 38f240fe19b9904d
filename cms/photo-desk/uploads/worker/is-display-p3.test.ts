import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isDisplayP3 } from './is-display-p3.ts'

/** Creates a file with one color box. */
function createFile(type: string, content: readonly number[]): Uint8Array {
  const box = [...Buffer.from(`colr${type}`, 'latin1'), ...content]
  return new Uint8Array([0, 0, 0, 0, 0, 0, 0, box.length + 4, ...box, 0, 0])
}

test('recognizes the color profile of a phone', () => {
  expect(isDisplayP3(readFileSync('tests/setup/photo-desk/phone-photo.heic'))).toBe(true)
})

test.each([
  ['Display P3', [0, 12, 0, 13, 0, 6], true],
  ['sRGB', [0, 1, 0, 13, 0, 6], false],
])('recognizes the primaries of %s', (_, content, expected) => {
  expect(isDisplayP3(createFile('nclx', content))).toBe(expected)
})

test('ignores other profiles, and files without a color box', () => {
  expect(isDisplayP3(createFile('prof', [...Buffer.from('sRGB IEC61966-2.1')]))).toBe(false)
  expect(isDisplayP3(new Uint8Array(100))).toBe(false)
})
