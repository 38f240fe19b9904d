import { expect, test } from 'vitest'
import { addHashToFileName } from '#cms/seed/asset-file-name.ts'
import { generateFileNames, getFileExtension, getFileStem } from './file-names.ts'

const content = Buffer.from('a')
const hash = addHashToFileName('x.jpg', content).slice(2, 10)

test.each([
  ['photo.jpg', 'photo'],
  ['Crew Photo (final) 2.JPG', 'crew-photo-final-2'],
  ['Überführung Straße.png', 'uberfuhrung-stra-e'],
  ['../../etc/passwd.jpg', 'etc-passwd'],
  ['工事現場.jpg', 'file'],
  ['.jpg', 'jpg'],
  ['', 'file'],
  ['CON.jpg', 'con-file'],
  ['lpt1.png', 'lpt1-file'],
  ['report.20240101.jpg', 'report-20240101'],
  [`${'long-'.repeat(40)}.jpg`, 'long-'.repeat(12).slice(0, -1)],
])('converts an editor’s %s to %s', (name, stem) => expect(getFileStem(name, content)).toBe(stem))

test('removes colour and hash from a name of a seed run', () => {
  expect(getFileStem(`home-webVideo-low.${hash}.mp4`, content)).toBe('home-webVideo-low')
  expect(getFileStem(`001-valves.7e6e68.${hash}.jpg`, content)).toBe('001-valves')
})

test('avoids device names of Windows', () => {
  expect(getFileStem(`Aux.jpg.${hash}.jpg`, content)).toBe(`aux-jpg-${hash}`)
  expect(getFileStem(`console.${hash}.jpg`, content)).toBe('console')
})

test('keeps the hash of other content as a part of the name', () => {
  expect(getFileStem('001-valves.7e6e68.00000000.jpg', content)).toBe('001-valves-00000000')
})

test('generates numbered names, in the folder of the previous file', () => {
  const [first, second] = generateFileNames('photo', '.jpg', undefined)
  expect([first, second]).toEqual(['uploads/photo.jpg', 'uploads/photo-2.jpg'])
  expect(generateFileNames('photo', '.jpg', 'posters/home.jpg').next().value).toBe('posters/photo.jpg')
  expect(generateFileNames('photo', '.jpg', 'mainline-header.jpg').next().value).toBe('photo.jpg')
})

test('returns the extension of a media type', () => {
  expect(getFileExtension('image/jpeg')).toBe('.jpg')
  expect(getFileExtension('image/svg+xml')).toBe('.svg')
  expect(getFileExtension('image/gif')).toBeUndefined()
})
