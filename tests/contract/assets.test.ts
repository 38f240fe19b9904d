import { afterAll, beforeAll, expect, test } from 'vitest'
import { bringAsset, type Local, localContentful, picture, publishedAsset, refused } from './local-contentful.ts'

let local: Local

beforeAll(async () => {
  local = await localContentful()
})

afterAll(() => local[Symbol.asyncDispose]())

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 90"><path d="M0 0h300v90z"/></svg>')

const assetParams = (assetId: string) => ({ assetId })

test('an upload becomes an asset with an address, its size and its pixels', async () => {
  const file = await picture(60, 40)
  const asset = await bringAsset(local, 'first', file)
  expect(asset.sys.version).toBe(2)
  const { host } = new URL(local.url)
  const processed = asset.fields.file['en-US']
  expect(processed).toEqual({
    fileName: 'first.jpg',
    contentType: 'image/jpeg',
    url: expect.stringMatching(new RegExp(`^//${host}/assets/local/first/[0-9a-f]{8}/first\\.jpg$`)),
    details: { size: file.length, image: { width: 60, height: 40 } },
  })
  const response = await fetch(`http:${processed?.url}`)
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  expect(Buffer.from(await response.arrayBuffer())).toEqual(file)
  expect((await local.client.asset.publish(assetParams('first'), asset)).sys).toMatchObject({
    version: 3,
    publishedVersion: 2,
  })
})

test('a drawing has the pixels of its viewBox', async () => {
  const asset = await bringAsset(local, 'drawing', SVG, 'image/svg+xml', 'a drawing (1).svg')
  const processed = asset.fields.file['en-US']
  expect(processed?.details).toMatchObject({ image: { width: 300, height: 90 } })
  expect((await fetch(`http:${processed?.url}`)).status).toBe(200)
})

test('an asset is published when it is processed, not before', async () => {
  const upload = await local.client.upload.create({}, { file: new Uint8Array(await picture()).buffer })
  const uploadFrom = { sys: { type: 'Link' as const, linkType: 'Upload' as const, id: upload.sys.id } }
  const file = { 'en-US': { contentType: 'image/jpeg', fileName: 'raw.jpg', uploadFrom } }
  const asset = await local.client.asset.createWithId(assetParams('raw'), {
    fields: { title: {}, description: {}, file },
  })
  expect((await refused(local.client.asset.publish(assetParams('raw'), asset))).details?.errors).toEqual([
    { name: 'required', path: ['fields', 'file', 'en-US', 'url'] },
  ])
})

test('a processed asset can be changed, and keeps its file', async () => {
  const asset = await publishedAsset(local, 'renamed')
  const changed = await local.client.asset.update(assetParams('renamed'), {
    ...asset,
    fields: { ...asset.fields, title: { 'en-US': 'A new title' } },
  })
  expect(changed.fields.title).toEqual({ 'en-US': 'A new title' })
  expect(changed.fields.file).toEqual(asset.fields.file)
  await local.client.asset.unpublish(assetParams('renamed'))
  await local.client.asset.delete(assetParams('renamed'))
  expect(await refused(local.client.asset.get(assetParams('renamed')))).toMatchObject({ status: 404 })
})

test('the file of another asset is nobody’s to take', async () => {
  const asset = await publishedAsset(local, 'owner')
  const theft = local.client.asset.createWithId(assetParams('thief'), { fields: asset.fields })
  expect((await refused(theft)).details?.errors).toMatchObject([{ name: 'invalid', path: ['fields', 'file', 'en-US'] }])
})

test.each([
  [
    'a PNG that says it is a JPEG',
    async () => Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1'),
    'is image/png, not image/jpeg',
  ],
  ['a text', async () => Buffer.from('Hello'), 'does not know what "odd.jpg" is'],
  ['the first half of a JPEG’s head', async () => (await picture()).subarray(0, 60), 'cannot be read as a picture'],
])('%s is not processed', async (what, content, reason) => {
  const { status, details } = await refused(
    bringAsset(local, `odd-${what.length}`, await content(), 'image/jpeg', 'odd.jpg'),
  )
  expect(status).toBe(422)
  expect(details?.errors).toEqual([expect.objectContaining({ details: expect.stringContaining(reason) })])
})

test('an upload that is not there, or an address elsewhere, is refused by name', async () => {
  const missing = { sys: { type: 'Link' as const, linkType: 'Upload' as const, id: 'gone' } }
  const fields = (file: object) => ({
    title: {},
    description: {},
    file: { 'en-US': { contentType: 'image/jpeg', fileName: 'a.jpg', ...file } },
  })
  const asset = await local.client.asset.createWithId(assetParams('gone'), { fields: fields({ uploadFrom: missing }) })
  expect((await refused(local.client.asset.processForAllLocales({}, asset))).details?.errors).toMatchObject([
    { name: 'notResolvable', details: 'There is no upload "gone"' },
  ])
  const elsewhere = local.client.asset.createWithId(assetParams('away'), {
    fields: fields({ upload: 'https://a.test/a.jpg' }),
  })
  expect((await refused(elsewhere)).details?.errors).toMatchObject([{ details: expect.stringContaining('(upload)') }])
})
