import sharp from 'sharp'
import { expect, test } from 'vitest'
import { GERMAN_LOCALE } from './complete-space.ts'
import { startHttpServer } from './start-http-server.ts'
import {
  catchApiError,
  createAsset,
  createPicture,
  createUnprocessedAsset,
  MASTER,
  publishAsset,
  sendRequest,
  toLink,
  uploadFile,
} from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const local = await useSpace()

const assetParams = (assetId: string) => ({ assetId })

test('processing an upload sets URL, file size and image size of the asset', async () => {
  const file = await createPicture(60, 40)
  const asset = await createAsset(local, 'first', file)
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

test('the image size of an SVG is that of its viewBox', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 90"/>')
  const asset = await createAsset(local, 'drawing', svg, 'image/svg+xml', 'a drawing (1).svg')
  const processed = asset.fields.file['en-US']
  expect(processed?.details).toMatchObject({ image: { width: 300, height: 90 } })
  expect((await fetch(`http:${processed?.url}`)).headers.get('content-type')).toBe('image/svg+xml')
})

test('processes a file of HTML, without a size of a picture, and serves it without its scripts', async () => {
  const content = '<script>document.title = 1</script>'
  const asset = await createAsset(local, 'page', Buffer.from(content), 'text/html', 'page.html')
  const file = asset.fields.file['en-US']
  expect(file).toMatchObject({ contentType: 'text/html', details: { size: content.length } })
  expect(file?.details).not.toHaveProperty('image')
  const response = await fetch(`http:${file?.url}`)
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
  expect(await response.text()).toBe(content)
})

test('rejects publishing an asset before it is processed, whose file stays when the upload is deleted', async () => {
  const uploadFrom = await uploadFile(local, await createPicture())
  const { createdAt, expiresAt } = (await local.client.upload.get({ uploadId: uploadFrom.sys.id })).sys
  expect(Date.parse(`${expiresAt}`) - Date.parse(`${createdAt}`.slice(0, 10))).toBe(2 * 86_400_000)
  const asset = await createUnprocessedAsset(local, 'raw', { uploadFrom })
  const later = { ...asset, sys: { ...asset.sys, version: 2 } }
  expect(await catchApiError(local.client.asset.processForLocale({}, later, 'en-US'))).toMatchObject({ status: 409 })
  expect((await catchApiError(local.client.asset.publish(assetParams('raw'), asset))).details?.errors).toEqual([
    { name: 'required', path: ['fields', 'file', 'en-US', 'url'] },
  ])
  const processed = await local.client.asset.processForAllLocales({}, asset)
  await local.client.upload.delete({ uploadId: uploadFrom.sys.id })
  expect((await fetch(`http:${processed.fields.file['en-US']?.url}`)).status).toBe(200)
})

test('updating a processed asset keeps its file, which another asset cannot have', async () => {
  const asset = await publishAsset(local, 'renamed')
  const changed = await local.client.asset.update(assetParams('renamed'), {
    ...asset,
    fields: { ...asset.fields, title: { 'en-US': 'A new title' } },
  })
  expect(changed.fields.title).toEqual({ 'en-US': 'A new title' })
  expect(changed.fields.file).toEqual(asset.fields.file)
  const again = await local.client.asset.update(assetParams('renamed'), { ...changed, fields: asset.fields })
  expect(again.sys.fieldStatus?.['*']).toEqual({ 'en-US': 'changed' })
  const creation = local.client.asset.createWithId(assetParams('copy'), { fields: asset.fields })
  expect((await catchApiError(creation)).details?.errors).toMatchObject([
    { name: 'invalid', path: ['fields', 'file', 'en-US'] },
  ])
})

test('processes one file per locale, all with the same version', async () => {
  const german = await local.client.locale.create({}, GERMAN_LOCALE)
  const createFile = async (width: number) => ({
    contentType: 'image/jpeg',
    fileName: `${width}.jpg`,
    uploadFrom: await uploadFile(local, await createPicture(width)),
  })
  const file = { 'en-US': await createFile(30), 'de-DE': await createFile(40) }
  const fields = { title: { 'de-DE': 'Zwei' }, description: {}, file }
  const asset = await local.client.asset.createWithId(assetParams('two'), { fields })
  const processed = await local.client.asset.processForAllLocales({}, asset)
  expect(processed.sys.version).toBe(3)
  expect(processed.fields.file['en-US']?.details).toMatchObject({ image: { width: 30 } })
  expect(processed.fields.file['de-DE']?.details).toMatchObject({ image: { width: 40 } })
  const repeated = local.client.asset.processForLocale({}, asset, 'de-DE')
  expect(await catchApiError(repeated)).toMatchObject({ status: 409 })
  const changing = await local.client.asset.createWithId(assetParams('changing'), { fields })
  await local.client.asset.processForLocale({}, changing, 'en-US')
  const current = await local.client.asset.get(assetParams('changing'))
  const changed = await local.client.asset.update(assetParams('changing'), current)
  for (const [sent, locale, status] of [
    [changing, 'de-DE', 409], // another request has changed the asset
    [{ sys: { ...changed.sys, version: 9 } }, 'de-DE', 409],
    [changed, 'fr', 404],
  ] as const)
    expect(await catchApiError(local.client.asset.processForLocale({}, { ...changed, ...sent }, locale))).toMatchObject(
      { status },
    )
  const path = `${MASTER}/assets/changing/files/de-DE/process`
  expect(await sendRequest(local, 'PUT', path)).toMatchObject({
    status: 409,
    text: expect.stringContaining('has no X-'),
  })
  await local.client.locale.delete({ localeId: german.sys.id })
  const { title, file: remaining } = (await local.client.asset.get(assetParams('two'))).fields
  expect([title, Object.keys(remaining)]).toEqual([undefined, ['en-US']])
})

test('downloads files from URLs on this machine', async () => {
  const content = await createPicture(90, 10)
  await using files = await startHttpServer((request, response) => {
    if (request.url === '/a.jpg') response.end(content)
    else response.writeHead(request.url === '/moved.jpg' ? 302 : 404, { location: '/a.jpg' }).end()
  })
  const createAssetFromUrl = async (id: string, upload: string) =>
    local.client.asset.processForAllLocales({}, await createUnprocessedAsset(local, id, { upload }))
  const { fields } = await createAssetFromUrl('fetched', `https://127.0.0.1:${files.port}/a.jpg`)
  expect(fields.file['en-US']).toMatchObject({ details: { image: { width: 90 } } })
  expect(fields.file['en-US']).not.toHaveProperty('upload')
  for (const path of ['moved.jpg', 'none.jpg']) {
    const errors = [{ name: 'notResolvable', path: ['fields', 'file', 'en-US', 'upload'] }]
    const error = await catchApiError(createAssetFromUrl(`not-${path}`, `${files.url}/${path}`))
    expect(error).toMatchObject({ status: 422, details: { errors } })
  }
})

// Contentful does not compare them: its documentation has an asset with the type image/jpg (Images API).
test.each([
  ['jpeg', 'image/png'],
  ['avif', 'image/avif'],
  ['webp', 'image/webp'],
  ['png', 'image/jpeg'],
] as const)('a %s that is sent as %s keeps that type and is served with its own', async (format, type) => {
  const picture = await sharp(await createPicture())
    .toFormat(format)
    .toBuffer()
  const asset = await createAsset(local, `${format}-${type.slice(6)}`, picture, type)
  const file = asset.fields.file['en-US']
  expect(file).toMatchObject({ contentType: type, details: { image: { width: 30, height: 20 } } })
  for (const query of ['', '?w=10'])
    expect((await fetch(`http:${file?.url}${query}`)).headers.get('content-type')).toBe(`image/${format}`)
})

test('rejects a picture above 20 MB, and names the limit', async () => {
  const largePicture = Buffer.concat([await createPicture(), Buffer.alloc(20_000_001)])
  const { status, details } = await catchApiError(createAsset(local, 'large', largePicture))
  expect(status).toBe(422)
  expect(JSON.stringify(details)).toContain('at most 20000000')
})

test.each([
  ['a text file', async () => Buffer.from('Hello'), 'the format of "odd.jpg". Use JPEG or PNG'],
  ['a JPEG with a truncated header', async () => (await createPicture()).subarray(0, 60), 'cannot be read as an image'],
])('rejects processing %s', async (name, content, reason) => {
  const { status, details } = await catchApiError(
    createAsset(local, `odd-${name.length}`, await content(), 'image/jpeg', 'odd.jpg'),
  )
  expect(status).toBe(422)
  expect(details?.errors).toEqual([expect.objectContaining({ details: expect.stringContaining(reason) })])
})

test('rejects a missing upload and a URL on another machine', async () => {
  const asset = await createUnprocessedAsset(local, 'gone', { uploadFrom: toLink('Upload', 'gone') })
  expect((await catchApiError(local.client.asset.processForAllLocales({}, asset))).details?.errors).toMatchObject([
    { name: 'notResolvable', details: 'There is no upload "gone"' },
  ])
  const remote = createUnprocessedAsset(local, 'away', { upload: 'https://a.test/a.jpg' })
  expect((await catchApiError(remote)).details?.errors).toMatchObject([
    { details: expect.stringContaining('(upload)') },
  ])
  const path = createUnprocessedAsset(local, 'path', { uploadFrom: toLink('Upload', 'gone'), fileName: 'a/b.jpg' })
  expect((await catchApiError(path)).details?.errors).toMatchObject([{ name: 'regexp' }])
})
