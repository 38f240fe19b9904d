import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { model } from '#cms/model/model.gen.ts'
import { LOCALE } from '#shared/constants.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { createPullFolder, createPullSpace } from './pull-folder.ts'
import { createEmptySpace, seedTestSpace } from './seeded-space.ts'
import { smallSeed } from './small-seed.ts'
import { createPicture, publishAsset, publishEntry, toLink } from './test-contentful.ts'

const facts = smallSeed.entries.filter(({ type }) => type === 'fact').map(({ id }) => id)

test('removes unpublished entries from lists with a note, and fails if a required link is not published', async () => {
  await using space = await createPullSpace()
  const [first = ''] = facts
  await space.client.entry.unpublish({ entryId: first })
  expect((await space.pull()).notes).toEqual([
    `entry home-page: facts is pulled without the entry ${first}, which is not published; publish it and pull again to include it; the link in the space is kept`,
  ])
  expect((await space.readEntries('homePage'))['home-page']?.facts).toEqual(facts.slice(1))
  expect(await space.seedSpace()).toMatchObject({ writes: 0, failures: [] })

  await space.client.asset.unpublish({ assetId: 'posters-home' })
  await space.client.entry.unpublish({ entryId: 'seo-home' })
  const before = await space.readState()
  await expect(space.pull()).rejects.toMatchObject({
    name: 'UserError',
    lines: [
      'entry hero-home: poster links to the asset posters-home, which is not published; publish it in Contentful, or link another',
      'entry home-page: seo links to the entry seo-home, which is not published; publish it in Contentful, or link another',
    ],
  })
  expect(await space.readState()).toEqual(before)
})

test('leaves out content types and fields outside of the model with a note', async () => {
  await using space = await createPullSpace()
  const { client } = space
  const fieldDefaults = { localized: false, required: false, disabled: false, omitted: false, type: 'Symbol' as const }
  const fields = [{ ...fieldDefaults, id: 'title', name: 'Title' }]
  const post = await client.contentType.createWithId(
    { contentTypeId: 'blogPost' },
    { name: 'Post', displayField: 'title', fields },
  )
  await client.contentType.publish({ contentTypeId: 'blogPost' }, post)
  await publishEntry(space, 'blogPost', 'news', { title: 'News' })
  const type = await client.contentType.get({ contentTypeId: 'fact' })
  const changed = { ...type, fields: [...type.fields, { ...fieldDefaults, id: 'source', name: 'Source' }] }
  await client.contentType.publish(
    { contentTypeId: 'fact' },
    await client.contentType.update({ contentTypeId: 'fact' }, changed),
  )
  const fact = await client.entry.get({ entryId: facts[0] ?? '' })
  const written = { ...fact, fields: { ...fact.fields, source: { [LOCALE]: 'Report' } } }
  await client.entry.publish(
    { entryId: facts[0] ?? '' },
    await client.entry.update({ entryId: facts[0] ?? '' }, written),
  )

  expect(await space.pull()).toMatchObject({
    written: [],
    notes: [
      'the field source of fact is skipped: the model does not have it',
      'entries of the type blogPost are skipped: the model does not have it',
    ],
  })
})

test('reports invalid content with entry, field and action, and writes nothing', async () => {
  await using space = await createPullSpace()
  const { client } = space
  // The content is older than the validation.
  const type = await client.contentType.get({ contentTypeId: 'fact' })
  const withoutValidations = { ...type, fields: type.fields.map((field) => ({ ...field, validations: [] })) }
  await client.contentType.publish(
    { contentTypeId: 'fact' },
    await client.contentType.update({ contentTypeId: 'fact' }, withoutValidations),
  )
  await publishField(client, facts[0] ?? '', 'figure', 'x'.repeat(200))
  const gif = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .gif()
    .toBuffer()
  await space.replaceFile('posters-home', gif, 'Moving.gif', 'image/gif')
  const before = await space.readState()
  await expect(space.pull()).rejects.toMatchObject({
    name: 'UserError',
    lines: [
      'asset posters-home: Moving.gif is image/gif; replace it with one of .avif, .jpg, .mp4, .png, .svg, .webp, in Contentful, and publish it',
      expect.stringMatching(`^entry ${facts[0]}: figure has 200 characters; write .+, in Contentful, and publish it$`),
    ],
  })
  expect(await space.readState()).toEqual(before)
})

test('stops at an SVG with a script, and names the asset', async () => {
  await using space = await createPullSpace()
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>alert(1)</script></svg>',
  )
  await space.replaceFile('posters-home', svg, 'drawing.svg', 'image/svg+xml')
  const before = await space.readState()
  await expect(space.pull()).rejects.toMatchObject({
    name: 'UserError',
    lines: [
      expect.stringMatching(
        /^asset posters-home: file uploads\/posters-home\.svg holds a script; export it as plain SVG/,
      ),
    ],
  })
  expect(await space.readState()).toEqual(before)
})

test('rejects a space without the model or without content, and keeps the seed', async () => {
  await using space = await createEmptySpace()
  await using folder = await createPullFolder()
  await folder.writeSeed(smallSeed)
  const before = await folder.readState()
  await expect(folder.pull(space.url)).rejects.toThrow(
    /^The space has no content type .+: a developer adds it with npm run cms -- seed$/m,
  )
  await seedTestSpace(space.url, { seed: { assets: [], entries: [] } })
  await expect(folder.pull(space.url)).rejects.toThrow(
    'The space has no content type Gallery page (galleryPage): a developer adds it',
  )
  await seedTestSpace(space.url, { model, seed: { assets: [], entries: [] } })
  await expect(folder.pull(space.url)).rejects.toThrow(
    'entry home-page: is not published, and the site requires a homePage',
  )
  expect(await folder.readState()).toEqual(before)
})

test('fails if a page is not published', async () => {
  await using space = await createPullSpace()
  await space.client.entry.unpublish({ entryId: 'home-page' })
  await publishEntry(space, 'fact', 'one-more', { figure: '7', text: 'new yards' })
  const before = await space.readState()
  await expect(space.pull()).rejects.toMatchObject({
    name: 'UserError',
    lines: ['entry home-page: is not published, and the site requires a homePage; publish it in Contentful'],
  })
  expect(await space.readState()).toEqual(before)
})

test('reports a seed file with invalid JSON, and ignores paths outside of the media folder', async () => {
  await using space = await createPullSpace()
  const file = join(space.seedFolder, 'assets.json')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('{', '{,'))
  await expect(space.pull()).rejects.toMatchObject({
    name: 'UserError',
    lines: [
      `${file}:1: is not JSON: Expected property name or '}' in JSON at position 1 (line 1 column 2); correct it, or undo its changes`,
    ],
  })
  await writeFile(file, text.replace('posters/home.jpg', '../posters/home.jpg'))
  await space.pull()
  expect(await space.readAssets()).toHaveProperty('posters-home.file', 'uploads/posters-home.jpg')
})

test('a pull that fails while writing keeps the old seed, and the next pull completes it', async () => {
  await using space = await createPullSpace()
  await space.replaceFile('posters-home', await createPicture(60, 40), 'new.jpg')
  await publishAsset(space, 'photo', await createPicture(40, 40))
  await publishField(space.client, 'seo-home', 'shareImage', toLink('Asset', 'photo'))
  // A file at the path of the uploads folder.
  await writeFile(join(space.mediaFolder, 'uploads'), '')
  await writeFile(join(space.mediaFolder, 'a.jpg.0b6a7a0e-3c2e-4a53-9d2c-0123456789ab.part'), 'half')
  const { 'seed/assets.json': before } = await space.readState()
  await expect(space.pull()).rejects.toMatchObject({
    name: 'UserError',
    lines: [expect.stringMatching(/^A file operation failed \((EEXIST|ENOTDIR).+\): fix its cause, and pull again$/)],
  })
  expect((await space.readState())['seed/assets.json']).toEqual(before)
  await rm(join(space.mediaFolder, 'uploads'))
  await space.pull()
  expect(await space.readAssets()).toMatchObject({
    photo: { file: 'uploads/photo.jpg' },
    'posters-home': { file: 'posters/home.jpg', originalName: 'new.jpg' },
  })
  expect(Object.keys(await space.readState()).filter((name) => name.endsWith('.part'))).toEqual([])
  expect((await space.pull()).written).toEqual([])
})

test('names a temporary folder that cannot be used', async () => {
  await using space = await createPullSpace()
  onTestFinished(() => {
    vi.unstubAllEnvs()
  })
  vi.stubEnv('TMPDIR', join(space.mediaFolder, 'missing'))
  await expect(space.pull()).rejects.toMatchObject({
    name: 'UserError',
    lines: [expect.stringMatching(/^A file operation failed \(ENOENT.+missing.+\): fix its cause, and pull again$/)],
  })
})
