import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { createImportSpace, type ImportSpace, INITIAL_COUNT, readListedIds } from './import-space.ts'
import { createPhoto } from './test-pictures.ts'

const FROM_SEED = 'public/media/gallery/002-sideboom-hook.jpg'

/** Writes a photo and its CSV file. Returns the options that import it. */
async function writePhotoWithText(space: ImportSpace, name: string, content: Buffer) {
  await space.writeFile(name, content)
  await space.writeFile(`${name}.csv`, `file,alt\n${name},The photograph ${name}\n`)
  const csv = `${space.pictureFolder}/${name}.csv`
  return { paths: [`${space.pictureFolder}/${name}`], textsFile: csv }
}

test.each([
  ['renamed', (content: Buffer) => Promise.resolve(content)],
  ['compressed again', (content: Buffer) => sharp(content).jpeg({ quality: 40 }).toBuffer()],
  ['resized, as PNG', (content: Buffer) => sharp(content).resize(2_000).png({ compressionLevel: 1 }).toBuffer()],
  [
    'rotated, with EXIF orientation',
    (content: Buffer) => sharp(content).resize(1_800).rotate(270).withMetadata({ orientation: 6 }).toBuffer(),
  ],
])('detects a photo of the gallery: %s', async (_, convert) => {
  await using space = await createImportSpace()
  const options = await writePhotoWithText(space, 'other.jpg', await convert(await readFile(FROM_SEED)))
  expect(await space.importPictures(options)).toMatchObject({
    writes: 0,
    pictures: [
      {
        file: 'other.jpg',
        became: 'duplicate',
        entry: 'photo-002-sideboom-hook',
        link: expect.stringMatching(/\/entries\/photo-002-sideboom-hook$/),
        reason: 'the gallery has it at position 2 as photo-002-sideboom-hook',
      },
    ],
  })
})

test('--again imports a duplicate, each time it is used', async () => {
  await using space = await createImportSpace()
  const options = await writePhotoWithText(space, 'one.jpg', await createPhoto('one'))
  for (const again of [false, true, true]) {
    const { pictures } = await space.importPictures({ ...options, again })
    expect(pictures).toMatchObject([{ became: 'published' }])
  }
  const [first, second, third] = (await readListedIds(space)).slice(INITIAL_COUNT)
  expect([second, third]).toEqual([`${first}-2`, `${first}-3`])
})

test.each([false, true])('imports duplicates within a batch once; draft run before: %s', async (draft) => {
  await using space = await createImportSpace()
  const content = await createPhoto('one')
  await space.writeFile('a.jpg', content)
  await space.writeFile('b.jpg', content)
  await space.writeFile('c.webp', await sharp(content).resize(1_450).webp().toBuffer())
  await space.writeFile('texts.csv', 'file,alt\na.jpg,The photograph\nb.jpg,The photograph\nc.webp,The photograph\n')
  if (draft) await space.importPictures({ draft })
  const { pictures } = await space.importPictures()
  expect(pictures.map(({ became, reason = '' }) => `${became}: ${reason}`)).toEqual([
    'published: ',
    'duplicate: it is the same picture as a.jpg',
    'duplicate: it is the same picture as a.jpg',
  ])
})

test('does not import a photo that an editor removed from the gallery, unless --again is set', async () => {
  await using space = await createImportSpace()
  const options = await writePhotoWithText(space, 'one.jpg', await createPhoto('one'))
  await space.importPictures(options)
  const [id] = (await readListedIds(space)).slice(INITIAL_COUNT)
  const params = { entryId: 'gallery-page' }
  const page = await space.client.entry.get(params)
  const images = { 'en-US': page.fields.images['en-US'].slice(0, INITIAL_COUNT) }
  await space.client.entry.publish(
    params,
    await space.client.entry.update(params, { ...page, fields: { ...page.fields, images } }),
  )

  const reason = `the space has it outside the gallery as ${id}`
  expect(await space.importPictures(options)).toMatchObject({ writes: 0, pictures: [{ became: 'duplicate', reason }] })
  expect(await space.importPictures({ ...options, again: true })).toMatchObject({
    pictures: [{ became: 'published', entry: id }],
  })
  expect((await readListedIds(space)).slice(INITIAL_COUNT)).toEqual([id])
})

test('reports a picture of the space that cannot be read, and continues', async () => {
  await using space = await createImportSpace()
  await using proxy = await startFaultProxy(space.url, ({ path }) =>
    path.startsWith('/assets/local/gallery-001') ? { status: 404, body: {} } : undefined,
  )
  const options = await writePhotoWithText(space, 'one.jpg', await createPhoto('one'))
  const { pictures, notes } = await space.importPictures({
    ...options,
    connection: getLocalManagementConnection(proxy.url),
  })
  expect(notes).toEqual(['photo-001-station-low-valves: its picture cannot be read, so nothing was compared with it'])
  expect(pictures).toMatchObject([{ became: 'published' }])
})
