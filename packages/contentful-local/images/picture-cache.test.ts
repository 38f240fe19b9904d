import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { replaceFile } from '#local/shared/replace-file.ts'
import {
  openPictureCache,
  PictureCacheError,
  PictureChangedError,
  type PictureDerivation,
  UnreadablePictureError,
} from './picture-cache.ts'

vi.mock('#local/shared/replace-file.ts', async (original) => {
  const files = await original<typeof import('#local/shared/replace-file.ts')>()
  return { ...files, replaceFile: vi.fn(files.replaceFile) }
})

let root: string
let folder: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'picture-cache-'))
  folder = join(root, 'cache')
})
afterEach(async () => {
  vi.mocked(replaceFile).mockClear()
  await rm(root, { recursive: true })
})

const AVIF: PictureDerivation = { format: 'avif', parameters: { w: 20, q: 50 } }
const WEBP: PictureDerivation = { format: 'webp', parameters: { w: 20, q: 70 } }

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** A picture file with noise, so that quality makes a difference. */
async function source({ name = 'photo.png', seed = 7_919, width = 40, height = 30 } = {}) {
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, index) => (index * seed) % 251))
  const content = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  const path = join(root, name)
  await writeFile(path, content)
  return { path, sha256: sha256(content), content }
}

const read = async (name: string | undefined) => readFile(join(folder, name ?? ''))

test('derives each derivative once, also for concurrent requests and other processes', async () => {
  const picture = await source()
  const cache = openPictureCache(folder)
  const [one, other] = await Promise.all([cache.derive(picture, [AVIF, WEBP]), cache.derive(picture, [WEBP, AVIF])])
  expect(other).toEqual(one.toReversed())
  expect(await sharp(await read(one[0])).metadata()).toMatchObject({ format: 'heif', width: 20 })
  expect(await sharp(await read(one[1])).metadata()).toMatchObject({ format: 'webp', width: 20 })
  expect(await openPictureCache(folder).derive(picture, [AVIF])).toEqual([one[0]])
  expect(replaceFile).toHaveBeenCalledTimes(2)
})

test('waits for pictures that are being derived', async () => {
  const cache = openPictureCache(folder)
  const derived = cache.derive(await source({ width: 400, height: 300 }), [AVIF, WEBP])
  await cache.waitForWrites()
  const names = await readdir(folder)
  expect(names.toSorted()).toEqual((await derived).toSorted())
})

test('the file name depends on the content and all parameters, not on the path', async () => {
  const cache = openPictureCache(folder)
  const nameOf = async (picture: Awaited<ReturnType<typeof source>>, derivation: PictureDerivation) =>
    (await cache.derive(picture, [derivation]))[0]
  const picture = await source()
  const { parameters } = WEBP
  const names = [await nameOf(picture, WEBP), await nameOf(await source({ seed: 7_907 }), WEBP)]
  await source()
  for (const changes of [
    { q: 71 },
    { w: 21 },
    { h: 9, fit: 'fill' },
    { h: 9, fit: 'fill', f: 'top' },
    { r: 4 },
  ] as const)
    names.push(await nameOf(picture, { ...WEBP, parameters: { ...parameters, ...changes } }))
  for (const changes of [{ fit: 'pad' }, { fit: 'pad', bg: '#ff0000' }] as const)
    names.push(await nameOf(picture, { ...WEBP, parameters: { ...parameters, h: 40, ...changes } }))
  for (const format of ['png', 'jpg', 'avif'] as const) names.push(await nameOf(picture, { format, parameters }))
  for (const format of ['jpg', 'avif'] as const)
    names.push(await nameOf(picture, { format, parameters: { ...parameters, q: 71 } }))
  names.push(await nameOf(picture, { format: 'png', parameters: { ...parameters, fl: 'png8' } }))
  expect(new Set(names).size).toBe(names.length)
  expect(await nameOf(await source({ name: 'copy.png' }), WEBP)).toBe(names[0])
})

test('copies an SVG file', async () => {
  const content = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const path = join(root, 'mark.svg')
  await writeFile(path, content)
  const name = await openPictureCache(folder).copy({ path, sha256: sha256(content) })
  expect(name).toMatch(/\.svg$/)
  expect(await read(name)).toEqual(content)
})

test('rejects a picture that changed after it was hashed', async () => {
  const picture = await source()
  await source({ seed: 7_907 })
  const cache = openPictureCache(folder)
  await expect(cache.derive(picture, [AVIF])).rejects.toThrow(PictureChangedError)
  await expect(cache.copy(picture)).rejects.toThrow(`${picture.path} changed while it was read`)
  await writeFile(picture.path, picture.content)
  expect(await cache.derive(picture, [AVIF])).toHaveLength(1)
})

test('rejects a truncated picture and derives it once it is complete', async () => {
  const { path, content } = await source({ width: 400 })
  const half = content.subarray(0, content.length / 2)
  await writeFile(path, half)
  const cache = openPictureCache(folder)
  const broken = cache.derive({ path, sha256: sha256(half) }, [AVIF])
  await expect(broken).rejects.toThrow(UnreadablePictureError)
  await expect(broken).rejects.toThrow(`${path} cannot be read as a picture`)
  await writeFile(path, content)
  expect(await cache.derive({ path, sha256: sha256(content) }, [AVIF])).toHaveLength(1)
})

test('reports a folder that cannot be written in one line; the next attempt succeeds', async () => {
  const picture = await source()
  const cache = openPictureCache(folder)
  vi.mocked(replaceFile).mockRejectedValueOnce(Object.assign(new Error('ENOSPC: no'), { code: 'ENOSPC' }))
  const failed = cache.derive(picture, [AVIF, WEBP])
  await expect(failed).rejects.toThrow(PictureCacheError)
  await expect(failed).rejects.toThrow(
    `The picture cache ${folder} cannot be written: the disk is full. Free some space`,
  )
  expect(await cache.derive(picture, [AVIF, WEBP])).toHaveLength(2)
  await rm(folder, { recursive: true })
  await writeFile(folder, '')
  await expect(cache.derive(picture, [AVIF])).rejects.toThrow('a file is in the place of the folder. Delete the file')
})

test.for([
  ['ENOSPC', 'the disk is full. Free some space and run it again: what was derived is kept'],
  ['EDQUOT', 'your disk quota is used up. Free some space and run it again: what was derived is kept'],
  ['EACCES', 'permission is denied. Make the folder writable, or delete it'],
  ['EPERM', 'permission is denied. Make the folder writable, or delete it'],
  ['EROFS', 'its disk is mounted read-only. Mount it writable'],
  ['EEXIST', 'a file is in the place of the folder. Delete the file'],
  ['ENOTDIR', 'a file is in the place of the folder. Delete the file'],
  ['EIO', 'EIO: reported'],
])('says what to do about %s', ([code, reason]) => {
  const { message } = new PictureCacheError('/cache', new Error(`${code}: reported`))
  expect(message).toBe(`The picture cache /cache cannot be written: ${reason}`)
})

test('ignores partial and empty files, and recreates a folder that was deleted', async () => {
  const picture = await source()
  const [name = ''] = await openPictureCache(folder).derive(picture, [AVIF])
  const whole = await read(name)
  await truncate(join(folder, name))
  await writeFile(join(folder, `${name}.1234.part`), whole.subarray(0, 20))
  const cache = openPictureCache(folder)
  expect(await cache.derive(picture, [AVIF])).toEqual([name])
  expect(await read(name)).toEqual(whole)
  await rm(folder, { recursive: true })
  expect(await cache.derive(picture, [AVIF])).toEqual([name])
  expect(await readdir(folder)).toEqual([name])
})

function age(path: string, days: number) {
  const time = new Date(Date.now() - days * 24 * 3_600_000)
  return utimes(path, time, time)
}

test('prune deletes files unused for 30 days and partial files', async () => {
  const picture = await source()
  const cache = openPictureCache(folder)
  const small = { ...WEBP, parameters: { w: 5 } }
  const [old = '', used = '', recent = ''] = await cache.derive(picture, [AVIF, WEBP, small])
  await age(join(folder, old), 31)
  await age(join(folder, used), 31)
  await age(join(folder, recent), 29)
  await cache.derive(picture, [WEBP])
  for (const name of ['left.part', 'underway.part']) await writeFile(join(folder, name), '')
  await age(join(folder, 'left.part'), 2)
  await mkdir(join(folder, 'of-somebody'))
  await age(join(folder, 'of-somebody'), 99)
  await cache.prune()
  expect(await readdir(folder)).toEqual([used, recent, 'of-somebody', 'underway.part'].sort())
})
