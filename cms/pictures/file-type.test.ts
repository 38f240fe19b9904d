import { expect, test } from 'vitest'
import { detectFileType, FILE_TYPE_BYTES } from './file-type.ts'

/** Each character is one byte. */
const toBytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** The first box of a container: length, `ftyp`, brand, version, compatible brands. */
const createContainer = (brand: string, ...compatible: readonly string[]) =>
  `\0\0\0${String.fromCharCode(16 + 4 * compatible.length)}ftyp${brand}\0\0\0\0${compatible.join('')}`

test.each([
  ['jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['webp', 'RIFF\x10\0\0\0WEBPVP8 '],
  ['gif', 'GIF89a'],
  ['tiff', 'II*\0\x08\0\0\0'],
  ['tiff', 'MM\0*\0\0\0\x08'],
  ['pdf', '%PDF-1.7'],
  ['zip', 'PK\x03\x04\x14\0'],
  ['zip', 'PK\x05\x06\0\0'],
  ['heic', createContainer('heic', 'mif1', 'heic')],
  ['heic', createContainer('mif1', 'mif1', 'heic')],
  ['heic', createContainer('hevc', 'msf1')],
  ['avif', createContainer('avif', 'mif1')],
  ['avif', createContainer('mif1', 'miaf', 'avif')],
  ['video', createContainer('qt  ')],
  ['video', createContainer('isom', 'mp41')],
  ['video', '\x1aE\xdf\xa3\x01'],
  ['video', 'RIFF\x10\0\0\0AVI LIST'],
  ['svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['svg', '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a logo -->\n<!DOCTYPE svg>\n<svg:svg xmlns:svg="x"/>'],
  ['unknown', ''],
  ['unknown', '<html><svg></svg></html>'],
  ['unknown', 'RIFF\x10\0\0\0WAVEfmt '],
  ['unknown', 'no picture'],
])('detects %s', (fileType, content) => {
  expect(detectFileType(toBytes(content))).toBe(fileType)
})

test('needs the first bytes of a file only', () => {
  const comment = `<!--${' '.repeat(FILE_TYPE_BYTES - 200)}-->`
  const content = toBytes(`${comment}<svg xmlns="http://www.w3.org/2000/svg">${'<g/>'.repeat(1_000)}</svg>`)
  expect(detectFileType(content.subarray(0, FILE_TYPE_BYTES))).toBe('svg')
})
