import sharp from 'sharp'
import { expect, test } from 'vitest'
import { LOCAL_TOKENS } from '#local/constants.ts'
import { startTestContentful } from './start-test-contentful.ts'

const { client, url } = await startTestContentful()

async function publishAsset(assetId: string, contentType: string, content: Uint8Array) {
  const { sys } = await client.upload.create({}, { file: Uint8Array.from(content).buffer })
  const uploadFrom = { sys: { type: 'Link', linkType: 'Upload', id: sys.id } }
  const fields = { title: { 'en-US': assetId }, file: { 'en-US': { contentType, fileName: assetId, uploadFrom } } }
  const asset = await client.asset.createWithId({ assetId }, { fields })
  return client.asset.publish({ assetId }, await client.asset.processForAllLocales({}, asset))
}

const picture = sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
await publishAsset('picture', 'image/jpeg', await picture.jpeg().toBuffer())
await publishAsset('text', 'text/plain', new TextEncoder().encode('A text'))

async function queryUrl(id: string, transform: string): Promise<string> {
  const response = await fetch(`${url}/content/v1/spaces/local`, {
    method: 'POST',
    headers: { authorization: `Bearer ${LOCAL_TOKENS.delivery}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: `{ asset(id: "${id}") { url(transform: { ${transform} }) } }` }),
  })
  const { data } = await response.json()
  return data.asset.url
}

const size = 'width: 100, height: 50'

test.each([
  [`${size}, resizeStrategy: FIT`, 'jpeg', 67, 50],
  [`${size}, resizeStrategy: PAD, backgroundColor: "rgb:ff00aa"`, 'jpeg', 100, 50],
  [`${size}, resizeStrategy: FILL, resizeFocus: TOP_LEFT`, 'jpeg', 100, 50],
  [`${size}, resizeStrategy: CROP, resizeFocus: FACES`, 'jpeg', 100, 50],
  [`${size}, resizeStrategy: SCALE, quality: 60`, 'jpeg', 100, 50],
  [`${size}, resizeStrategy: THUMB, cornerRadius: -1, format: PNG`, 'png', 100, 50],
  ['width: 40, format: PNG8', 'png', 40, 30],
  ['width: 40, format: JPG_PROGRESSIVE', 'jpeg', 40, 30],
  ['width: 40, format: WEBP', 'webp', 40, 30],
])('the Images API derives the picture of transform: { %s }', async (transform, format, width, height) => {
  const response = await fetch(await queryUrl('picture', transform))
  expect(response.status).toBe(200)
  const metadata = await sharp(await response.arrayBuffer()).metadata()
  expect(metadata).toMatchObject({ format, width, height, isProgressive: transform.includes('PROGRESSIVE') })
})

test('the URL of a file that is not an image ignores transform', async () => {
  expect(await queryUrl('text', size)).toMatch(/\/text$/)
})
