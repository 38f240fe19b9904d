import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { getAssetFileName, isSameFileName } from './asset-file-name.ts'

async function writeAndGetName(name: string, content: Buffer | string) {
  const file = join(await createTestFolder(), name)
  await writeFile(file, content)
  return getAssetFileName(file)
}

/** Creates a picture with two halves. */
const createPicture = (left: string, right: string) =>
  sharp({ create: { width: 64, height: 64, channels: 4, background: left } })
    .composite([{ input: { create: { width: 32, height: 64, channels: 4, background: right } }, left: 32, top: 0 }])
    .png()
    .toBuffer()

const createGrey = () =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: '#777777' } })
    .toColourspace('b-w')
    .png()
    .toBuffer()

test.each([
  ['a picture', () => createPicture('#ff0000', '#0000ff'), /^valves\.(80|7f)00(80|7f)\.[0-9a-f]{8}\.png$/],
  ['a picture with transparent parts', () => createPicture('#336699', '#ff000000'), /^valves\.336699\./],
])('adds the average colour and the beginning of the hash to the name of %s', async (_, create, name) => {
  expect(await writeAndGetName('valves.png', await create())).toMatch(name)
})

test.each(['avif', 'jpg', 'png', 'webp'])(
  'adds the colour of a grey picture to the name of a file with .%s',
  async (type) => expect(await writeAndGetName(`valves.${type}`, await createGrey())).toMatch(/^valves\.777777\./),
)

test('rejects a truncated picture in one line with its file', async () => {
  const picture = await createPicture('#ff0000', '#0000ff')
  await expect(writeAndGetName('half.png', picture.subarray(0, picture.length / 2))).rejects.toMatchObject({
    name: 'UserError',
    lines: [expect.stringMatching(/half\.png cannot be decoded \([^\n]+\): export it again$/)],
  })
})

test.each(['drawing.svg', 'film.mp4'])('adds only the hash to %s', async (name) => {
  // The first 8 digits of the SHA-256 of "a".
  expect(await writeAndGetName(name, 'a')).toBe(name.replace('.', '.ca978112.'))
})

test.each([
  ['a.7e6e68.0f3a92bc.jpg', 'a.7e6e68.0f3a92bc.jpg', true],
  ['a.7e6e68.0f3a92bc.jpg', 'a.7e6d68.0f3a92bc.jpg', true],
  ['a.7e6e68.0f3a92bc.jpg', 'a.7e6e68.0f3a92bd.jpg', false],
  ['a.7e6e68.0f3a92bc.jpg', 'b.7e6e68.0f3a92bc.jpg', false],
  ['a.0f3a92bc.svg', 'a.0f3a92bd.svg', false],
  ['an-editors-own.jpg', 'a.7e6e68.0f3a92bc.jpg', false],
])('compares %s with %s: same file %s', (a, b, isSame) => expect(isSameFileName(a, b)).toBe(isSame))
