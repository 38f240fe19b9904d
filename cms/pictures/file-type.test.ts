import { expect, test } from 'vitest'
import { detectFileType } from './file-type.ts'

/** Each character is one byte. */
const toBytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** The first box of a container: length, `ftyp`, brand, version, compatible brands. */
const createContainer = (brand: string, ...compatible: readonly string[]) =>
  `\0\0\0${String.fromCharCode(16 + 4 * compatible.length)}ftyp${brand}\0\0\0\0${compatible.join('')}`

test.each<readonly [fileType: string, content: string]>([
  ['jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['webp', 'RIFF\x10\0\0\0WEBPVP8 '],
  ['gif', 'GIF89a'],
  ['tiff', 'II*\0\x08\0\0\0'],
  ['tiff', 'MM\0*\0\0\0\x08'],
  ['pdf', '%PDF-1.7'],
  ['zip', 'PK\x03\x04\x14\0'],
  ['zip', 'PK\x05\x06\0\0'],
  ['jxl', '\xff\n\xfa'],
  ['jxl', '\0\0\0\fJXL \r\n'],
  ['heic', createContainer('heic', 'mif1', 'heic')],
  ['heic', createContainer('hevc', 'msf1', 'hevc')],
  ['heic', createContainer('mif1', 'mif1', 'heic')],
  ['heic', createContainer('msf1', 'hevc')],
  ...'heix heim heis hevc hevx hevm hevs'.split(' ').map((brand) => ['heic', createContainer(brand)] as const),
  ['heic', `${createContainer('mif1', 'heic')}\0\0\0\bavif`], // after the box
  ['avif', createContainer('msf1', 'avis')],
  ['avif', createContainer('avif', 'mif1')],
  ['avif', createContainer('avis', 'msf1')],
  ['avif', createContainer('mif1', 'miaf', 'avif')],
  ['raw', createContainer('crx ', 'crx ', 'isom')],
  ['psd', '8BPS\0\x01'],
  ['eps', '%!PS-Adobe-3.0 EPSF-3.0'],
  ['video', createContainer('qt  ')],
  ['svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  [
    'svg',
    '\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a logo -->\n<!DOCTYPE svg [<!ENTITY a "b">]>\n<svg:svg xmlns:svg="x"/>',
  ],
  ['unknown', ''],
  ['unknown', '<html><svg></svg></html>'],
  ['unknown', 'RIFF\x10\0\0\0WAVEfmt '],
])('detects %s', (fileType, content) => {
  expect(detectFileType(toBytes(content), 'any.jpg')).toBe(fileType)
})

const RAW =
  'CR2 nef ARW dng orf RW2 raf pef SRW x3f mrw 3FR iiq nrw RWL erf kdc dcr mef gpr arq bay cap cr3 crw dcs eip fff k25 mfw mos ptx raw rwz sr2 srf'

test.each(RAW.split(' '))('takes a TIFF and an unknown file with the name of a RAW file for one: %s', (extension) => {
  expect(detectFileType(toBytes('MM\0*\0\0\0\x08'), `IMG_1.${extension}`)).toBe('raw')
  expect(detectFileType(toBytes('KDK'), `IMG_1.${extension}`)).toBe('raw')
  expect(detectFileType(toBytes('\xff\xd8\xff\xe0'), `IMG_1.${extension}`)).toBe('jpeg')
})

test.each([
  ['document', 'doc docx docm dotx xls xlsx xlsm ppt pptx pptm odt ods odp odg rtf Pages numbers key epub'],
  ['video', 'mov AVI mkv webm mpg mpeg mts m2ts wmv flv'],
])('takes an archive for a %s by its name', (type, extensions) => {
  for (const extension of extensions.split(' '))
    expect(detectFileType(toBytes('PK\x03\x04'), `a.${extension}`)).toBe(type)
})

test.each([
  ['letter.doc', 'document', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['letter.rtf', 'document', '{\\rtf1'],
  ['film.mkv', 'video', '\x1aE\xdf\xa3\x01'],
  ['film.AVI', 'video', 'RIFF\x10\0\0\0AVI LIST'],
  ['film.mov', 'video', '\0\0\0\x08wide\0\0\0\0mdat'],
  ['photo.mov', 'jpeg', '\xff\xd8\xff\xe0'],
])('%s is a %s by its name, unless its content is that of a picture', (name, fileType, content) => {
  expect(detectFileType(toBytes(content), name)).toBe(fileType)
})

test('finds an SVG after long comments, and reads many comments in no time', () => {
  const comments = `<!--${' '.repeat(89_000)}-->${'<!-- a -->'.repeat(1_000)}`
  expect(detectFileType(toBytes(`${comments}<svg xmlns="http://www.w3.org/2000/svg"/>`), 'a.svg')).toBe('svg')
  expect(detectFileType(toBytes(`${comments}<html/>`), 'a.svg')).toBe('unknown')
})
