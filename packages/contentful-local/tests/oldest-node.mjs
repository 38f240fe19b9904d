import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
const field = { required: false, localized: false }
const validations = [{ regexp: { pattern: '^H' } }]
const type = await management.contentType.createWithId(
  { contentTypeId: 'post' },
  {
    name: 'Post',
    displayField: 'title',
    fields: [
      { ...field, id: 'title', name: 'Title', type: 'Symbol', validations },
      { ...field, id: 'picture', name: 'Picture', type: 'Link', linkType: 'Asset' },
    ],
  },
)
await management.contentType.publish({ contentTypeId: 'post' }, type)
const jpeg = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#a04010' } })
  .jpeg()
  .toBuffer()
const upload = await management.upload.create({}, { file: new Uint8Array(jpeg).buffer })
const toLink = (linkType, { sys }) => ({ sys: { type: 'Link', linkType, id: sys.id } })
const file = { contentType: 'image/jpeg', fileName: 'red.jpg', uploadFrom: toLink('Upload', upload) }
const asset = await management.asset.create({}, { fields: { title: {}, description: {}, file: { 'en-US': file } } })
const processed = await management.asset.processForAllLocales({}, asset)
await management.asset.publish({ assetId: asset.sys.id }, processed)
const fields = { title: { 'en-US': 'Hello' }, picture: { 'en-US': toLink('Asset', asset) } }
const entry = await management.entry.create({ contentTypeId: 'post' }, { fields })
await management.entry.publish({ entryId: entry.sys.id }, entry)
await first.close()

// What was written is read after a restart.
const { url, close } = await startLocalContentful({ port: 0, folder })
const query = '{ postCollection(where: { title: "Hello" }) { items { title picture { url } } } }'
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
