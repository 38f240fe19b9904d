import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { model } from '#cms/model/model.gen.ts'
import { startSpace } from '#local-tests/start-space.ts'
import { createPicture, publishAsset, toLink } from '#local-tests/test-contentful.ts'
import { publishField } from '#tests/setup/content.ts'
import { seedTestSpace } from '#tests/setup/contentful/seed-test-space.ts'
import { smallSeed } from '#tests/setup/contentful/small-seed.ts'
import { createPullFolder, createPullSpace } from './pull-folder.ts'

const facts = smallSeed.entries.filter(({ type }) => type === 'fact').map(({ id }) => id)

test('removes unpublished entries from lists with a note', async () => {
  await using space = await createPullSpace()
  const [first = ''] = facts
  await space.client.entry.unpublish({ entryId: first })
  expect((await space.pull()).notes).toEqual([
    `entry home-page: facts is pulled without the entry ${first}, which is not published; publish it and pull again to include it; the link in the space is kept`,
  ])
  expect((await space.readEntries('homePage'))['home-page']?.facts).toEqual(facts.slice(1))
  expect(await space.seedSpace()).toMatchObject({ writes: 0, failures: [] })
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
  const script = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>alert(1)</script></svg>'
  await space.replaceFile('brand-share', Buffer.from(script), 'drawing.svg', 'image/svg+xml')
  const before = await space.readState()
  await expect(space.pull()).rejects.toMatchObject({
    name: 'UserError',
    lines: [
      'asset posters-home: Moving.gif is image/gif; replace it with one of .avif, .jpg, .mp4, .png, .svg, .webp, in Contentful, and publish it',
      'asset brand-share: file uploads/brand-share.svg holds a script; export it as plain SVG, in Contentful, and publish it',
      expect.stringMatching(`^entry ${facts[0]}: figure has 200 characters: write .+, in Contentful, and publish it$`),
    ],
  })
  expect(await space.readState()).toEqual(before)
})

test('rejects a space without the model or without content, and keeps the seed', async () => {
  await using space = await startSpace()
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
