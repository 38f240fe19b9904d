import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAssetFileName, isSameFileName } from './asset-file-name.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-name-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function named(name: string, content: Buffer | string) {
  await writeFile(join(folder, name), content)
  return getAssetFileName(join(folder, name))
}

/** Left half and right half. */
const picture = (left: string, right: string) =>
  sharp({ create: { width: 64, height: 64, channels: 4, background: left } })
    .composite([{ input: { create: { width: 32, height: 64, channels: 4, background: right } }, left: 32, top: 0 }])
    .png()
    .toBuffer()

test('a picture’s name holds its average colour and the beginning of its hash', async () => {
  expect(await named('valves.png', await picture('#ff0000', '#0000ff'))).toMatch(
    /^valves\.(80|7f)00(80|7f)\.[0-9a-f]{8}\.png$/,
  )
})

test('what is transparent has no colour', async () => {
  expect(await named('icon.png', await picture('#336699', '#ff000000'))).toMatch(/^icon\.336699\./)
})

test('a grey picture has a colour of six digits too', async () => {
  const grey = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#777777' } })
    .toColourspace('b-w')
    .png()
    .toBuffer()
  expect(await named('grey.png', grey)).toMatch(/^grey\.777777\./)
})

test.each(['drawing.svg', 'film.mp4'])('%s has a hash alone', async (name) => {
  // The first 8 digits of the SHA-256 of "a".
  expect(await named(name, 'a')).toBe(name.replace('.', '.ca978112.'))
})

test('another content is another name', async () => {
  const one = await named('one.svg', '<svg/>')
  expect(await named('one.svg', '<svg />')).not.toBe(one)
})

test.each([
  ['a.7e6e68.0f3a92bc.jpg', 'a.7e6e68.0f3a92bc.jpg', true],
  ['a.7e6e68.0f3a92bc.jpg', 'a.7e6d68.0f3a92bc.jpg', true],
  ['a.7e6e68.0f3a92bc.jpg', 'a.7e6e68.0f3a92bd.jpg', false],
  ['a.7e6e68.0f3a92bc.jpg', 'b.7e6e68.0f3a92bc.jpg', false],
  ['a.0f3a92bc.svg', 'a.0f3a92bd.svg', false],
  ['an-editors-own.jpg', 'a.7e6e68.0f3a92bc.jpg', false],
])('%s and %s: the same file? %s', (one, other, same) => expect(isSameFileName(one, other)).toBe(same))
