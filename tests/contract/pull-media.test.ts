import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatPullSummary } from '#cms/sync/pull/format-pull-summary.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { createPullSpace } from './pull-folder.ts'
import { smallSeed } from './small-seed.ts'
import { createAsset, createPicture, publishAsset, toLink } from './test-contentful.ts'

const NO_COUNTS = { new: 0, changed: 0, removed: 0, unchanged: 0 }
const ASSET_COUNT = smallSeed.assets.length

test('downloads a changed file with the same name and size', async () => {
  await using space = await createPullSpace()
  const createSvg = (side: number) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"/>`)
  const asset = await createAsset(space, 'drawing', createSvg(8), 'image/svg+xml', 'drawing.svg')
  await space.client.asset.publish({ assetId: 'drawing' }, asset)
  await publishField(space.client, 'seo-home', 'shareImage', toLink('Asset', 'drawing'))
  await space.pull()
  expect(await space.readMedia('uploads/drawing.svg')).toEqual(createSvg(8))
  await space.replaceFile('drawing', createSvg(9), 'drawing.svg', 'image/svg+xml')
  expect(await space.pull()).toMatchObject({ counts: { asset: { changed: 1 } } })
  expect(await space.readMedia('uploads/drawing.svg')).toEqual(createSvg(9))
  expect(await space.readAssets()).toHaveProperty('drawing.file', 'uploads/drawing.svg')
  expect((await space.pull()).written).toEqual([])
})

test('adds a number to a file name that is in use', async () => {
  await using space = await createPullSpace()
  await writeFile(join(space.mediaFolder, 'posters/photo.jpg'), 'other content')
  await space.replaceFile('posters-home', await createPicture(50, 40), 'photo.jpg')
  await publishAsset(space, 'photo', await createPicture(40, 40))
  await publishField(space.client, 'seo-home', 'shareImage', toLink('Asset', 'photo'))
  await space.pull()
  expect(await space.readAssets()).toMatchObject({
    'posters-home': { file: 'posters/photo-2.jpg', originalName: 'photo.jpg' },
    photo: { file: 'uploads/photo.jpg' },
  })
  expect(String(await space.readMedia('posters/photo.jpg'))).toBe('other content')
  expect((await space.pull()).written).toEqual([])
})

test('restores a missing file at its path, also with capital letters', async () => {
  await using space = await createPullSpace()
  const before = await space.readAssets()
  const video = before['videos-home-webVideo-low']?.file ?? ''
  await rm(join(space.mediaFolder, video))
  const { counts, written } = await space.pull()
  expect(counts.asset).toEqual({ ...NO_COUNTS, changed: 1, unchanged: ASSET_COUNT - 1 })
  expect(written).toHaveLength(1)
  expect(await space.readMedia(video)).toEqual(await readFile(join('public/media', video)))
  expect(await space.readAssets()).toEqual(before)
})

test('lists media that the seed no longer uses, and keeps them', async () => {
  await using space = await createPullSpace()
  await space.replaceFile('posters-home', await createPicture(60, 40), 'new.jpg')
  expect(formatPullSummary(await space.pull())).toMatch(/No longer used by the seed.+:\n {2}\S+home\.jpg\n/)
  const files = Object.keys(await space.readState())
  expect(files).toEqual(expect.arrayContaining(['media/posters/home.jpg', 'media/posters/new.jpg']))
})

test('detects a replaced file with a fingerprinted name by its size, and treats it as an upload of an editor', async () => {
  await using space = await createPullSpace()
  const { fileName = '' } = (await space.client.asset.get({ assetId: 'posters-home' })).fields.file['en-US'] ?? {}
  await space.replaceFile('posters-home', await createPicture(60, 40), fileName)
  await space.pull()
  const { file = '', originalName } = (await space.readAssets())['posters-home'] ?? {}
  expect(originalName).toBe(fileName)
  expect(file).toMatch(/^posters\/home-[0-9a-f]{8}\.jpg$/)
  expect(await space.readMedia(file)).toEqual(await createPicture(60, 40))
  expect((await space.pull()).written).toEqual([])
  expect(await space.seedSpace()).toMatchObject({ writes: 0 })
})
