import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { detectPictureType } from './process-asset-file.ts'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
}

test('detects the media type that the file extension of every picture in public/media stands for', async () => {
  const files = (await readdir('public/media', { recursive: true })).filter((file) => /\.(jpg|png|svg)$/.test(file))
  const detected = await Promise.all(
    files.map(async (file) => [file, detectPictureType(await readFile(`public/media/${file}`))]),
  )
  expect(detected).toEqual(files.map((file) => [file, MEDIA_TYPES[file.split('.').at(-1) ?? '']]))
})

test.each([
  ['GIF89a', 'image/gif'],
  ['RIFF\x01\x02\x03\x04WEBPVP8 ', 'image/webp'],
  ['\0\0\0\x1cftypavif', 'image/avif'],
  ['BM', undefined],
  ['<?xml version="1.0"?>\n<!-- A mark -->\n<svg viewBox="0 0 1 1"/>', 'image/svg+xml'],
  ['<!DOCTYPE html><html><svg/></html>', undefined],
  ['RIFF\x01\x02\x03\x04WAVE', undefined],
  ['%PDF-1.7', undefined],
  ['', undefined],
])('detects %j as %s', (content, mediaType) => {
  expect(detectPictureType(Buffer.from(content, 'latin1'))).toBe(mediaType)
})
