import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { type SpaceExport, startLocalContentful } from '#local/server.ts'
import { createCompleteContent, GERMAN_LOCALE } from './complete-space.ts'
import { type ExportedSpace, exportSpace, normalizeExport, toFrench } from './official-tools.ts'
import { startSpace } from './start-space.ts'
import { createDraftEntry, createManagementClient, publishContentType, toLink } from './test-contentful.ts'
import { createTestFolder } from './test-folder.ts'

// The tool prints its progress.
vi.spyOn(console, 'log').mockReturnValue()

const folder = await mkdtemp(join(tmpdir(), 'seed-'))
afterAll(() => rm(folder, { recursive: true }))

/** An export with both locales, tags, all field types, all states, pictures, and links in a circle. */
const exported = await createExport()

async function createExport(): Promise<ExportedSpace> {
  await using source = await startSpace()
  await createCompleteContent(source)
  const { client } = source
  await client.locale.create({}, { ...GERMAN_LOCALE, name: 'German (Austria)', code: 'de-AT', fallbackCode: 'de-DE' })
  const link = { type: 'Link', linkType: 'Entry' } as const
  await publishContentType(source, {
    id: 'node',
    displayField: 'title',
    fields: [
      { id: 'title', type: 'Symbol', defaultValue: { 'en-US': 'Default' } },
      { id: 'next', ...link },
      { id: 'text', type: 'RichText' },
    ],
  })
  const paragraph = { nodeType: 'paragraph', data: {}, content: [] }
  const embedded = { nodeType: 'embedded-entry-block', data: { target: toLink('Entry', 'second') }, content: [] }
  const text = { nodeType: 'document', data: {}, content: [embedded, paragraph] }
  await createDraftEntry(source, 'node', 'first', { title: 'First', next: toLink('Entry', 'second'), text })
  await createDraftEntry(source, 'node', 'second', { title: 'Second', next: toLink('Entry', 'first') })
  for (const entryId of ['first', 'second'])
    await client.entry.publish({ entryId }, await client.entry.get({ entryId }))
  const untitled = await createDraftEntry(source, 'node', 'untitled', {})
  await client.entry.update({ entryId: 'untitled' }, { ...untitled, fields: {} })
  await publishContentType(source, { id: 'unused', fields: [{ id: 'a', type: 'Symbol' }] })
  await client.contentType.unpublish({ contentTypeId: 'unused' })
  return await exportSpace(source.url, folder)
}

const start = (changes: SpaceExport = {}) => startLocalContentful({ seed: { ...exported, ...changes } })

test('an exported seed is exported as it was, with the URLs of its files', async () => {
  expect(exported.entries.map(({ sys }) => sys.id)).toEqual(
    expect.arrayContaining(['first', 'second', 'untitled', 'changed-note', 'old-note', 'draft-note', 'full']),
  )
  await using local = await start()
  const again = await exportSpace(local.url, folder)
  expect(normalizeExport(again)).toEqual(normalizeExport(exported))
  expect(JSON.stringify(again.assets)).not.toContain(`:${local.port}/`)
})

test('the default locale of the export is that of the space, and the order of resources does not matter', async () => {
  const french = toFrench(exported)
  const reversed = Object.fromEntries(Object.entries(french).map(([name, list]) => [name, list.toReversed()]))
  await using local = await start(reversed)
  expect(normalizeExport(await exportSpace(local.url, folder))).toEqual(normalizeExport(french))
})

const PHOTO_FILE = {
  url: '//images.ctfassets.net/s/photo/abc/photo.jpg',
  fileName: 'photo.jpg',
  contentType: 'image/jpeg',
  details: { size: 5_000, image: { width: 30, height: 20 } },
}

/** An export as Contentful writes it, with a file on its servers. */
const SEED = {
  contentTypes: [
    {
      sys: { id: 'page', publishedVersion: 1 },
      name: 'Page',
      displayField: 'title',
      fields: [
        { id: 'title', name: 'Title', type: 'Symbol', required: true },
        { id: 'picture', name: 'Picture', type: 'Link', linkType: 'Asset' },
      ],
    },
  ],
  assets: [
    {
      sys: { id: 'photo', publishedVersion: 4 },
      metadata: { tags: [], concepts: [] },
      fields: {
        title: { 'en-US': 'Photo' },
        file: { 'en-US': PHOTO_FILE },
      },
    },
  ],
  entries: [
    {
      sys: { id: 'home', contentType: toLink('ContentType', 'page'), publishedVersion: 2 },
      fields: { title: { 'en-US': 'Home' }, picture: { 'en-US': toLink('Asset', 'photo') } },
    },
  ],
  webhooks: [{ url: 'https://example.com' }],
}

test('a file of a seed keeps its URL in all APIs, and in an asset that is saved again', async () => {
  await using local = await startLocalContentful({ seed: SEED })
  const get = async (path: string) => (await fetch(`${local.url}${path}access_token=local-delivery`)).json()
  expect(await get('/cdn/spaces/local/entries?')).toMatchObject({
    items: [{ fields: { title: 'Home' } }],
    includes: { Asset: [{ fields: { title: 'Photo', file: PHOTO_FILE } }] },
  })
  const query = encodeURIComponent('{ asset(id: "photo") { url size width } }')
  expect(await get(`/content/v1/spaces/local?query=${query}&`)).toEqual({
    data: { asset: { url: 'https://images.ctfassets.net/s/photo/abc/photo.jpg', size: 5_000, width: 30 } },
  })
  const client = createManagementClient(local.url)
  const asset = await client.asset.get({ assetId: 'photo' })
  const saved = await client.asset.update({ assetId: 'photo' }, { ...asset, fields: { ...asset.fields, title: {} } })
  expect(saved.fields.file['en-US']).toEqual(PHOTO_FILE)
  const otherFile = { ...PHOTO_FILE, url: '//images.ctfassets.net/s/photo/abc/other.jpg' }
  const fields = { ...saved.fields, file: { 'en-US': otherFile } }
  await expect(client.asset.update({ assetId: 'photo' }, { ...saved, fields })).rejects.toThrow('Must have an upload')
})

const [page] = SEED.contentTypes
const [home] = SEED.entries
const [photo] = SEED.assets

test.for<[string, object, string]>([
  ['a list that is none', { entries: 'all' }, 'The seed is no content of contentful-export: entries'],
  [
    'an id that Contentful does not allow',
    { entries: [{ ...home, sys: { ...home?.sys, id: 'a b' } }] },
    'Entry "a b" of the seed is refused: sys.id: Does not match',
  ],
  ['an id that is there twice', { entries: [home, home] }, 'There are two of this id'],
  ['an unknown content type', { contentTypes: [] }, 'There is no published content type "page"'],
  ['a link to nothing', { assets: [] }, 'fields.picture.en-US: There is no Asset "photo"'],
  [
    'an asset without a file',
    { assets: [{ ...photo, fields: {} }] },
    'Asset "photo" of the seed is refused: fields.file: required',
  ],
  [
    'an asset whose file is at a path',
    { assets: [{ ...photo, fields: { file: { 'en-US': { ...PHOTO_FILE, url: '/photo.jpg' } } } }] },
    'Asset "photo" of the seed is refused: fields.file.en-US',
  ],
  [
    'a fallback locale that does not exist',
    { locales: [{ ...GERMAN_LOCALE, sys: { id: 'de' }, fallbackCode: 'xx' }] },
    'Locale "de-DE" of the seed is refused: fallbackCode: There is no locale "xx"',
  ],
])('%s: the start fails with one sentence, and nothing is left', async ([, changes, message]) => {
  const seed = { ...SEED, ...changes }
  const temporaryFolder = await createTestFolder()
  vi.stubEnv('TMPDIR', temporaryFolder)
  onTestFinished(() => void vi.unstubAllEnvs())
  await expect(startLocalContentful({ seed })).rejects.toThrow(message)
  expect(await readdir(temporaryFolder)).toEqual([])
})

test('a seed excludes a state folder, and more content types than the limit', async () => {
  await expect(startLocalContentful({ folder, seed: SEED })).rejects.toThrow('exclude each other')
  const contentTypes = Array.from({ length: 26 }, (_, index) => ({ ...page, sys: { id: `type${index}` } }))
  await expect(startLocalContentful({ seed: { contentTypes } })).rejects.toThrow(
    'ContentType "type25" of the seed is refused: The limit of 25 content types is reached',
  )
  await using local = await startLocalContentful({ seed: { contentTypes }, limits: { contentTypes: 26 } })
  expect((await createManagementClient(local.url).contentType.getMany({})).total).toBe(26)
})
