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
])('an editor’s %s is %s', (name, stem) => expect(getFileStem(name, content)).toBe(stem))

test('a name of ours is as it was before it got colour and hash', () => {
  expect(getFileStem(`home-webVideo-low.${hash}.mp4`, content)).toBe('home-webVideo-low')
  expect(getFileStem(`001-valves.7e6e68.${hash}.jpg`, content)).toBe('001-valves')
})

test('no name is one that Windows gives to a device', () => {
  expect(getFileStem(`Aux.jpg.${hash}.jpg`, content)).toBe(`aux-jpg-${hash}`)
  expect(getFileStem(`console.${hash}.jpg`, content)).toBe('console')
})

test('the hash of another content is a part of an editor’s name', () => {
  expect(getFileStem('001-valves.7e6e68.00000000.jpg', content)).toBe('001-valves-00000000')
})

test('names go on until one is free, beside the earlier file where there was one', () => {
  const [one, two] = generateFileNames('photo', '.jpg', undefined)
  expect([one, two]).toEqual(['uploads/photo.jpg', 'uploads/photo-2.jpg'])
  expect(generateFileNames('photo', '.jpg', 'posters/home.jpg').next().value).toBe('posters/photo.jpg')
  expect(generateFileNames('photo', '.jpg', 'mainline-header.jpg').next().value).toBe('photo.jpg')
})

test('the extension follows from the kind', () => {
  expect(getFileExtension('image/jpeg')).toBe('.jpg')
  expect(getFileExtension('image/svg+xml')).toBe('.svg')
  expect(getFileExtension('image/gif')).toBeUndefined()
})
