import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient as createDeliveryClient } from 'contentful'
import { createClient as createManagementClient } from 'contentful-management'
import sharp from 'sharp'
import { startLocalContentful } from '#local/dist/package/server.js'

/**
 * Uses the built package with the oldest Node that it supports, before it is packed (package.json, `test:oldest-node`). It is
 * no test file, because that Node neither runs the sources nor belongs to an installation of this repository: it has 120 MB.
 */

const folder = await mkdtemp(join(tmpdir(), 'oldest-node-'))
const first = await startLocalContentful({ port: 0, folder })
const { host } = new URL(first.url)
const management = createManagementClient(
  { accessToken: 'local-management', host, hostUpload: host, insecure: true },
  { type: 'plain', defaults: { spaceId: 'local', environmentId: 'master' } },
)
const type = await management.contentType.createWithId(
  { contentTypeId: 'post' },
  {
    name: 'Post',
    displayField: 'title',
    fields: [
      {
        id: 'title',
        name: 'Title',
        type: 'Symbol',
        required: true,
        localized: false,
        validations: [{ regexp: { pattern: '^H' } }],
      },
      { id: 'picture', name: 'Picture', type: 'Link', linkType: 'Asset', required: false, localized: false },
    ],
  },
)
await management.contentType.publish({ contentTypeId: 'post' }, type)
const jpeg = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#a04010' } })
  .jpeg()
  .toBuffer()
const upload = await management.upload.create({}, { file: new Uint8Array(jpeg).buffer })
const file = {
  contentType: 'image/jpeg',
  fileName: 'red.jpg',
  uploadFrom: { sys: { type: 'Link', linkType: 'Upload', id: upload.sys.id } },
}
const asset = await management.asset.create({}, { fields: { title: {}, description: {}, file: { 'en-US': file } } })
const processed = await management.asset.processForAllLocales({}, asset)
await management.asset.publish({ assetId: asset.sys.id }, processed)
const picture = { sys: { type: 'Link', linkType: 'Asset', id: asset.sys.id } }
const fields = { title: { 'en-US': 'Hello' }, picture: { 'en-US': picture } }
const entry = await management.entry.createWithId({ contentTypeId: 'post', entryId: 'hello' }, { fields })
await management.entry.publish({ entryId: 'hello' }, entry)
await first.close()

// What was written is read after a restart.
const { url, close } = await startLocalContentful({ port: 0, folder })
const delivery = createDeliveryClient({
  space: 'local',
  accessToken: 'local-delivery',
  host: new URL(url).host,
  basePath: '/cdn',
  insecure: true,
})
const { items } = await delivery.getEntries({ content_type: 'post', 'fields.title': 'Hello' })
assert.equal(items[0]?.fields.picture.fields.file.details.image.width, 40)
const query = '{ postCollection { items { title picture { url } } } }'
const response = await fetch(`${url}/content/v1/spaces/local/environments/master`, {
  method: 'POST',
  headers: { authorization: 'Bearer local-delivery', 'content-type': 'application/json' },
  body: JSON.stringify({ query }),
})
const [post] = (await response.json()).data.postCollection.items
assert.equal(post.title, 'Hello')
const small = await sharp(await (await fetch(`${post.picture.url}?w=10`)).arrayBuffer()).metadata()
assert.deepEqual([small.width, small.height], [10, 5])
assert.equal((await fetch(`${url}/app/editor.js`)).status, 200)
await close()
await rm(folder, { recursive: true })
console.log(`The package works with Node ${process.versions.node}.`)
