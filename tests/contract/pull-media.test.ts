import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatPullSummary } from '#cms/sync/pull/pull-space.ts'
import { createAsset, createPicture, publishAsset, toLink } from '#local-tests/test-contentful.ts'
import { FIRST_MEDIA_FOLDER } from '#tests/first-content/first-content.ts'
import { publishField } from '#tests/setup/content.ts'
import { createPullSpace } from './pull-folder.ts'

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
  expect((await space.pull()).written).toEqual([expect.stringMatching(/uploads\/drawing\.svg$/)])
  expect(await space.readMedia('uploads/drawing.svg')).toEqual(createSvg(9))
  expect(await space.readAssets()).toHaveProperty('drawing.file', 'uploads/drawing.svg')
  expect((await space.pull()).written).toEqual([])
})

test('a new file has the id of its asset as its name, and another format gets a new one', async () => {
  await using space = await createPullSpace()
  await publishAsset(space, 'photo', await createPicture(40, 40))
  await publishField(space.client, 'seo-home', 'shareImage', toLink('Asset', 'photo'))
  await space.pull()
  expect(await space.readAssets()).toHaveProperty('photo.file', 'uploads/photo.jpg')
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')
  await space.replaceFile('photo', drawing, 'drawing.svg', 'image/svg+xml')
  expect(formatPullSummary(await space.pull())).toMatch(/No longer used by the seed.+:\n {2}\S+photo\.jpg\n/)
  expect(await space.readAssets()).toHaveProperty('photo.file', 'uploads/photo.svg')
  expect(await space.readMedia('uploads/photo.jpg')).toEqual(await createPicture(40, 40))
})

test('restores a missing file at its path, also with capital letters', async () => {
  await using space = await createPullSpace()
  const before = await space.readAssets()
  const video = before['videos-home-webVideo-low']?.file ?? ''
  await rm(join(space.mediaFolder, video))
  const { written } = await space.pull()
  expect(written).toHaveLength(1)
  expect(await space.readMedia(video)).toEqual(await readFile(join(FIRST_MEDIA_FOLDER, video)))
  expect(await space.readAssets()).toEqual(before)
})

test('detects a replaced file with a fingerprinted name by its size, and treats it as an upload of an editor', async () => {
  await using space = await createPullSpace()
  const { fileName = '' } = (await space.client.asset.get({ assetId: 'posters-home' })).fields.file['en-US'] ?? {}
  await space.replaceFile('posters-home', await createPicture(60, 40), fileName)
  await space.pull()
  expect(await space.readAssets()).toHaveProperty('posters-home.originalName', fileName)
  expect(await space.readMedia('posters/home.jpg')).toEqual(await createPicture(60, 40))
  expect((await space.pull()).written).toEqual([])
  expect(await space.seedSpace()).toMatchObject({ writes: 0 })
})

test('keeps any name of an uploaded file in the seed only', async () => {
  await using space = await createPullSpace()
  for (const fileName of ['CON', '\0', 'x'.repeat(250), 'a.0f3a92bc.jpg']) {
    await space.replaceFile('posters-home', await createPicture(), fileName)
    await space.pull()
    expect((await space.readAssets())['posters-home']).toMatchObject({
      file: 'posters/home.jpg',
      originalName: fileName,
    })
    expect((await space.pull()).written).toEqual([])
    expect(await space.seedSpace()).toMatchObject({ writes: 0 })
  }
})
