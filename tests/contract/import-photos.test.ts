import { truncate } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createImportSpace, INITIAL_COUNT, readImportedPhotos, readListedIds } from './import-space.ts'
import { createPhonePhoto, createPhoto } from './test-pictures.ts'

/** Creates a space with three phone photos and their CSV file. */
async function createSpaceWithThreePhotos() {
  const space = await createImportSpace()
  for (const name of ['IMG 2.jpg', 'IMG 10.jpg', 'IMG 1.jpg']) await space.writeFile(name, await createPhonePhoto(name))
  await space.writeFile(
    'texts.csv',
    '\ufefffile;alt;caption;focalPoint\r\nIMG 10.jpg;The tenth photograph;;\r\nIMG 1.jpg;"The first; with a semicolon";Under it;30% 70%\r\nIMG 2.jpg;The second photograph;;\r\n',
  )
  return space
}

test('appends photos with a CSV file to the gallery in order, and publishes them', async () => {
  await using space = await createSpaceWithThreePhotos()
  const before = await readListedIds(space)
  const { pictures, notes, waitsFor } = await space.importPictures()
  expect({ notes, waitsFor }).toEqual({ notes: [] })
  expect(pictures).toMatchObject([
    { file: 'IMG 1.jpg', became: 'published', link: expect.stringContaining('/entries/photo-') },
    { file: 'IMG 2.jpg', became: 'published' },
    { file: 'IMG 10.jpg', became: 'published' },
  ])
  const photos = await readImportedPhotos(space)
  expect(photos).toMatchObject([
    { altText: 'The first; with a semicolon', caption: 'Under it', focalPoint: '30% 70%' },
    { altText: 'The second photograph', caption: null, focalPoint: null, photo: { title: 'The second photograph' } },
    { altText: 'The tenth photograph' },
  ])
  expect(photos[0]?.photo.fileName).toMatch(/^img-1\.[0-9a-f]{6}\.[0-9a-f]{8}\.jpg$/)
  expect((await readListedIds(space)).slice(0, INITIAL_COUNT)).toEqual(before)
})

test('published photos are upright and have no metadata of the camera', async () => {
  await using space = await createSpaceWithThreePhotos()
  const source = await sharp(await createPhonePhoto('IMG 1.jpg')).metadata()
  expect(source).toMatchObject({ orientation: 6, width: 300, hasProfile: true, exif: expect.any(Buffer) })

  await space.importPictures()
  const [first] = await readImportedPhotos(space)
  const file = Buffer.from(await (await fetch(first?.photo.url ?? '')).arrayBuffer())
  const metadata = await sharp(file).metadata()
  expect(metadata).toMatchObject({ format: 'jpeg', width: 1_500, height: 300, space: 'srgb', isProgressive: true })
  expect(metadata.hasProfile).toBe(false)
  for (const key of ['exif', 'icc', 'iptc', 'xmp', 'orientation'] as const) expect(metadata[key]).toBeUndefined()
  const corner = await sharp(file).extract({ left: 20, top: 20, width: 100, height: 100 }).raw().toBuffer()
  expect(Math.min(...corner)).toBeGreaterThan(250)
})

test('resizes a large photo', async () => {
  await using space = await createImportSpace()
  const large = await sharp(await createPhoto('large'))
    .resize(3_000, 600)
    .webp()
    .toBuffer()
  await space.writeFile('large.webp', large)
  await space.writeFile('texts.csv', 'file,alt\nlarge.webp,A large photograph\n')
  await space.importPictures()
  expect(await readImportedPhotos(space)).toMatchObject([{ photo: { width: 2_880, height: 576 } }])
})

test('imports drafts that only the preview shows', async () => {
  await using space = await createSpaceWithThreePhotos()
  const { pictures } = await space.importPictures({ draft: true })
  expect(pictures.map(({ became }) => became)).toEqual(['draft', 'draft', 'draft'])
  expect(await readImportedPhotos(space)).toEqual([])
  const drafts = await readImportedPhotos(space, { preview: true })
  expect(drafts.map((photo) => photo?.altText)).toEqual([
    'The first; with a semicolon',
    'The second photograph',
    'The tenth photograph',
  ])
})

test('the next run publishes drafts with the edits of an editor', async () => {
  await using space = await createSpaceWithThreePhotos()
  const { pictures } = await space.importPictures({ draft: true })
  const entryId = pictures[0]?.entry ?? ''
  const draft = await space.client.entry.get({ entryId })
  const altText = { 'en-US': 'What an editor wrote' }
  await space.client.entry.update({ entryId }, { ...draft, fields: { ...draft.fields, altText } })

  expect(await space.importPictures({ draft: true })).toMatchObject({ writes: 0 })
  const second = await space.importPictures()
  expect(second.pictures.map(({ became }) => became)).toEqual(['published', 'published', 'published'])
  expect((await readImportedPhotos(space)).map((photo) => photo?.altText)).toEqual([
    'What an editor wrote',
    'The second photograph',
    'The tenth photograph',
  ])
})

test('a second run writes nothing, and names the existing entries', async () => {
  await using space = await createSpaceWithThreePhotos()
  const first = await space.importPictures()
  const { pictures, writes } = await space.importPictures()
  expect(writes).toBe(0)
  expect(pictures).toEqual(
    first.pictures.map(({ file, entry, link }, index) => ({
      file,
      became: 'duplicate',
      entry,
      link,
      reason: `the gallery has it at position ${INITIAL_COUNT + index + 1} as ${entry}`,
    })),
  )
})

test('skips files that are empty, broken, too small or no pictures', async () => {
  await using space = await createImportSpace()
  const jpeg = await createPhoto('good')
  const small = await sharp(jpeg).resize(1_200).jpeg().toBuffer()
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)])
  const files = {
    'a-good.jpg': jpeg,
    'b-empty.jpg': '',
    'c-text.jpg': 'not a picture',
    'd-cut.jpg': jpeg.subarray(0, jpeg.length / 2),
    'e-small.jpg': small,
    'f-phone.heic': heic,
  }
  for (const [name, content] of Object.entries(files)) await space.writeFile(name, content)
  await space.writeFile('texts.csv', 'file,alt\na-good.jpg,A good photograph\n')
  const { pictures } = await space.importPictures()
  expect(pictures.map(({ became, reason = '' }) => `${became}: ${reason}`)).toEqual([
    'published: ',
    'unfit: is empty: export it again',
    'unfit: cannot be read as a picture: export it again, as JPEG',
    'unfit: cannot be read as a picture: export it again, as JPEG',
    'unfit: is 1200 px wide and 240 px high; a photograph must be at least 1440 px on the longer side and 640 px wide: export it larger',
    'unfit: is HEIC, which cannot be read here: export it as JPEG',
  ])
  expect(await readImportedPhotos(space)).toHaveLength(1)
})

test('skips films and files that are too large to be a photo, without reading them', async () => {
  await using space = await createImportSpace()
  const names = ['a.jpg', 'b.mov']
  for (const name of names) {
    await space.writeFile(name, '')
    // A sparse file.
    await truncate(`${space.pictureFolder}/${name}`, 3_000_000_000)
  }
  const { pictures } = await space.importPictures()
  expect(pictures.map(({ reason }) => reason)).toEqual([
    'has 3,000 MB; at most 500 MB are possible: export it smaller',
    'is a film, not a photograph: leave it out',
  ])
})

test('rejects a missing path, and a folder without pictures', async () => {
  await using space = await createImportSpace()
  await expect(space.importPictures({ paths: ['nowhere/x.jpg'] })).rejects.toThrow(
    'nowhere/x.jpg does not exist: correct the path',
  )
  await expect(space.importPictures()).rejects.toThrow(
    /^There is no picture in .+: use the path of pictures or of their folder$/,
  )
})
