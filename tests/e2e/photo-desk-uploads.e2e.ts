import { readFile } from 'node:fs/promises'
import type { FrameLocator, Locator } from '@playwright/test'
import sharp from 'sharp'
import { LOCALE } from '#shared/constants.ts'
import { type PictureSpace, readListedIds } from '#tests/contract/picture-space.ts'
import { createLogoSvg, createPhonePhoto, createPhoto } from '#tests/contract/test-pictures.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { readLayoutShift, recordLayoutShift } from '#tests/setup/e2e/layout-shift.ts'
import { expect, expectSummary, getFileInput, getRow, holdUploads, test } from '#tests/setup/e2e/photo-desk.ts'

interface TestFile {
  readonly name: string
  readonly buffer: Buffer
}

// The last file of the run: one worker alone would take two minutes. Each test has its own space.
test.describe.configure({ mode: 'parallel' })

const addFiles = (desk: FrameLocator, ...files: readonly TestFile[]) =>
  getFileInput(desk).setInputFiles(files.map((file) => ({ mimeType: '', ...file })))

async function readAltTexts(space: PictureSpace): Promise<readonly unknown[]> {
  const entries = await Promise.all((await readListedIds(space)).map((entryId) => space.client.entry.get({ entryId })))
  return entries.map(({ fields }) => fields.altText?.[LOCALE])
}

async function readNewPictures(space: PictureSpace) {
  const ids = (await readListedIds(space)).slice(3)
  return Promise.all(
    ids.map(async (id) => {
      const asset = await space.client.asset.get({ assetId: id })
      const file = asset.fields.file[LOCALE]
      const response = await fetch(new URL(file?.url ?? '', space.url))
      return {
        id,
        title: asset.fields.title[LOCALE],
        fileName: file?.fileName,
        isPublished: asset.sys.publishedVersion !== undefined,
        content: Buffer.from(await response.arrayBuffer()),
      }
    }),
  )
}

test('adds several photographs as drafts, upright, in sRGB and without metadata', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  await openDesk()
  await addFiles(
    desk,
    { name: 'IMG_1.jpg', buffer: await createPhonePhoto('one') },
    { name: 'Weld Rig.heic', buffer: await readFile('tests/setup/photo-desk/phone-photo.heic') },
    {
      name: 'IMG_3.png',
      buffer: await sharp(await createPhoto('three'))
        .png()
        .toBuffer(),
    },
  )
  await expectSummary(desk, '3 of 3 added')
  const pictures = await readNewPictures(space)
  expect(pictures.map(({ fileName }) => fileName).toSorted()).toEqual(['IMG_1.jpg', 'IMG_3.jpg', 'Weld Rig.jpg'])
  expect(pictures.map(({ isPublished }) => isPublished)).toEqual([false, false, false])
  for (const { content } of pictures) {
    const { format, exif, icc, xmp, iptc } = await sharp(content).metadata()
    expect({ format, exif, xmp, iptc }).toEqual({ format: 'jpeg' })
    expect(icc?.toString('utf16le').replaceAll('\0', '')).not.toContain('Display P3')
  }
  const [phonePhoto, heicPhoto] = ['IMG_1.jpg', 'Weld Rig.jpg'].map(
    (name) => pictures.find(({ fileName }) => fileName === name)?.content,
  )
  expect(await sharp(phonePhoto).metadata()).toMatchObject({ width: 1_500, height: 300 })
  expect(await sharp(heicPhoto).metadata()).toMatchObject({ width: 1_440, height: 960 })
  const disc = await sharp(heicPhoto).extract({ left: 380, top: 280, width: 40, height: 40 }).raw().toBuffer()
  for (const [channel, value] of [230, 60, 40].entries()) expect(Math.abs((disc[channel] ?? 0) - value)).toBeLessThan(6)
  await expectNoAxeViolations(page)
})

test('known pictures wait for the editor, who skips, replaces or adds them', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  const known = await createPhoto('known')
  await openDesk()
  await addFiles(desk, { name: 'known.jpg', buffer: known })
  await expectSummary(desk, '1 of 1 added')
  const [id = ''] = (await readListedIds(space)).slice(3)
  const before = await publishWithText(space, id, 'A weld rig on a ditch')
  const smaller = await sharp(known).resize(1_450).jpeg({ quality: 80 }).toBuffer()
  await openDesk()
  await addFiles(
    desk,
    { name: 'again.jpg', buffer: known },
    { name: 'smaller.jpg', buffer: smaller },
    { name: 'new.jpg', buffer: await createPhoto('new') },
    {
      name: 'twin.jpg',
      buffer: await sharp(await createPhoto('new'))
        .jpeg({ quality: 70 })
        .toBuffer(),
    },
  )
  await expectSummary(desk, '1 of 4 added, 3 need you')
  await expect(getRow(desk, 'again.jpg').first()).toContainText('It is already in the gallery, at position 4.')
  await expect(getRow(desk, 'again.jpg').first()).toContainText('A weld rig on a ditch')
  await expect(getRow(desk, 'twin.jpg').first()).toContainText('Already there')
  await expectNoAxeViolations(page)
  await page.setViewportSize({ width: 390, height: 844 })

  await desk.getByRole('button', { name: 'Replace: smaller.jpg' }).click()
  await desk.getByRole('button', { name: 'Add anyway: again.jpg' }).click()
  await desk.getByRole('button', { name: 'Skip: twin.jpg' }).click()
  await expectSummary(desk, '3 of 3 added')
  const ids = (await readListedIds(space)).slice(3)
  // In the order of the files.
  expect(ids).toEqual([id, `${id}-2`, expect.stringMatching(/^photo-[0-9a-f]{12}$/)])
  const replaced = await space.client.asset.get({ assetId: id })
  expect(replaced.fields.file[LOCALE]?.fileName).toBe('smaller.jpg')
  expect(replaced.sys.version).toBeGreaterThan((replaced.sys.publishedVersion ?? 0) + 1)
  expect(await space.client.entry.get({ entryId: id })).toEqual(before)
})

/** Publishes a photograph with an alternative text, and returns its entry. */
async function publishWithText({ client }: PictureSpace, id: string, text: string) {
  const asset = await client.asset.get({ assetId: id })
  await client.asset.publish({ assetId: id }, asset)
  const entry = await client.entry.get({ entryId: id })
  const draft = { ...entry, fields: { ...entry.fields, altText: { [LOCALE]: text } } }
  return client.entry.publish({ entryId: id }, await client.entry.update({ entryId: id }, draft))
}

const createPhotos = (...names: readonly string[]) =>
  Promise.all(names.map(async (name) => ({ name: `${name}.jpg`, buffer: await createPhoto(name) })))

test('a reloaded page goes on where it was', async ({ page, space, desk, openDesk }) => {
  await openDesk()
  await addFiles(desk, ...(await createPhotos('one')))
  await expectSummary(desk, '1 of 1 added')
  await holdUploads(page)
  await addFiles(desk, ...(await createPhotos('two', 'three', 'four', 'five', 'six')))
  await expectSummary(desk, '1 of 6 added')
  await expect(getRow(desk, 'Uploading')).not.toHaveCount(0)
  await page.reload() // ends the uploads that are held
  await page.unrouteAll()
  await expect(getRow(desk, 'six.jpg').locator('img')).toBeVisible()
  await expect.poll(async () => (await readListedIds(space)).length, { timeout: 30_000 }).toBe(3 + 6)
  await expectSummary(desk, 'added')
  expect(new Set(await readListedIds(space)).size).toBe(3 + 6)
  await expect(getRow(desk, '.jpg').filter({ hasText: 'Added as a draft' })).not.toHaveCount(0)
})

test('adds a folder in natural order, without hidden files and those beside pictures', async ({
  space,
  desk,
  openDesk,
}) => {
  await space.writeFile('10.jpg', await createPhoto('ten'))
  await space.writeFile('2.jpg', await createPhoto('two'))
  await space.writeFile('.hidden.jpg', await createPhoto('hidden'))
  await space.writeFile('notes.txt', 'x')
  await openDesk()
  await desk.getByLabel('Folder', { exact: true }).setInputFiles(space.pictureFolder)
  await expectSummary(desk, '2 of 2 added')
  await expect(desk.getByRole('listitem')).toContainText(['2.jpg', '10.jpg'])
})

/** Drops or pastes files, and a text, on an element as a browser does. Resolves with whether the desk takes them. */
const transferFiles = (target: Locator, type: 'paste' | 'drop', files: readonly TestFile[], text?: string) =>
  target.evaluate(
    (element, { isPaste, contents, plainText }) => {
      const transfer = new DataTransfer()
      for (const { name, bytes } of contents) transfer.items.add(new File([new Uint8Array(bytes)], name))
      if (plainText !== undefined) transfer.items.add(plainText, 'text/plain')
      const options = { bubbles: true, cancelable: true }
      return !element.dispatchEvent(
        isPaste
          ? new ClipboardEvent('paste', { ...options, clipboardData: transfer })
          : new DragEvent('drop', { ...options, dataTransfer: transfer }),
      )
    },
    {
      isPaste: type === 'paste',
      contents: files.map(({ name, buffer }) => ({ name, bytes: [...buffer] })),
      plainText: text,
    },
  )

test('adds files that are dropped or pasted in any view, with the texts of a CSV file among them', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  await openDesk()
  for (const [type, view] of [
    ['drop', 'Texts'],
    ['drop', 'Order'],
    ['paste', 'Publish'],
  ] as const) {
    await desk.getByRole('tab', { name: view }).click()
    await desk.getByRole('tabpanel').locator('button').first().waitFor()
    const files = [
      { name: `${view}.jpg`, buffer: await createPhoto(view) },
      { name: 'texts.csv', buffer: Buffer.from(`file,alt\n${view}.jpg,A text for ${view}`) },
    ]
    expect(await transferFiles(desk.getByRole('tabpanel'), type, files)).toBe(true)
    await desk.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
    await expect(desk.getByRole('tab', { name: 'Add' })).toHaveAttribute('aria-selected', 'true')
  }
  await expectSummary(desk, '3 of 3 added')
  await expect
    .poll(async () => (await readAltTexts(space)).slice(3))
    .toEqual(['A text for Texts', 'A text for Order', 'A text for Publish'])
  await desk.getByRole('tab', { name: 'Texts' }).click()
  // Spreadsheets put a picture of the cells beside their text.
  const cells = [{ name: 'cells.png', buffer: await createPhoto('cells') }]
  expect(await transferFiles(desk.getByRole('searchbox'), 'paste', cells, 'A text')).toBe(false)
  await page.getByRole('link', { name: 'Media' }).click() // the page has nothing to lose: no dialog holds it
  await expect(page).toHaveURL(/assets/)
})

test('cancels with the keyboard', async ({ page, space, desk, openDesk }) => {
  await openDesk()
  const releaseUploads = await holdUploads(page)
  await addFiles(desk, ...(await createPhotos('one', 'two')))
  await expect(getRow(desk, 'one.jpg')).toContainText('Uploading')
  await desk.getByRole('button', { name: 'Cancel two.jpg' }).press('Enter')
  await expect(getRow(desk, 'two.jpg')).toHaveCount(0)
  releaseUploads()
  await expectSummary(desk, '1 of 1 added')
  expect((await readNewPictures(space)).map(({ fileName }) => fileName)).toEqual(['one.jpg'])
  await desk.getByRole('button', { name: 'Write texts' }).press('Enter')
  await expect(desk.getByRole('tab', { name: 'Texts' })).toHaveAttribute('aria-selected', 'true')
})

test('adds logos: an SVG unchanged, a PNG without metadata, and refuses an SVG with a script', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  await recordLayoutShift(page)
  const svg = createLogoSvg('one')
  const png = await sharp(Buffer.from(createLogoSvg('two')))
    .resize(480)
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .png()
    .toBuffer()
  await openDesk()
  await desk.getByRole('button', { name: 'Logos' }).click()
  await addFiles(
    desk,
    { name: 'One.svg', buffer: Buffer.from(svg) },
    { name: 'Two.png', buffer: png },
    { name: 'Evil.svg', buffer: Buffer.from(createLogoSvg('three', '<script>alert(1)</script>')) },
  )
  await expectSummary(desk, '2 of 2 added, 1 refused')
  await expect(getRow(desk, 'Evil.svg')).toContainText(
    'Evil.svg holds a script: export it again from the program that drew it, or as PNG.',
  )
  await expect(desk.getByRole('list', { name: 'Files' }).getByRole('listitem').first()).toContainText('Evil.svg')
  const [, frame] = page.frames()
  expect(frame && (await readLayoutShift(frame))).toBe(0)
  const { items } = await space.client.entry.getMany({ query: { content_type: 'servicesPage' } })
  const links: readonly { readonly sys: { readonly id: string } }[] = items[0]?.fields.affiliations?.[LOCALE] ?? []
  const files = await Promise.all(
    links.slice(3).map(async ({ sys }) => {
      const { fields } = await space.client.asset.get({ assetId: sys.id })
      const response = await fetch(new URL(fields.file[LOCALE]?.url ?? '', space.url))
      return [fields.file[LOCALE]?.fileName, Buffer.from(await response.arrayBuffer())] as const
    }),
  )
  const contents = new Map(files)
  expect(contents.get('One.svg')?.toString()).toBe(svg)
  const { format, exif, width } = await sharp(contents.get('Two.png')).metadata()
  expect({ format, exif, width }).toEqual({ format: 'png', width: 480 })
})
