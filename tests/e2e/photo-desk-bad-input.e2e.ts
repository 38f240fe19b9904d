import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FrameLocator } from '@playwright/test'
import sharp from 'sharp'
import { LOCALE } from '#shared/constants.ts'
import { type PictureSpace, readListedIds } from '#tests/contract/picture-space.ts'
import { createPhoto } from '#tests/contract/test-pictures.ts'
import { expect, expectSummary, getFileInput, getRow, holdUploads, test } from '#tests/setup/e2e/photo-desk.ts'

const addFiles = (desk: FrameLocator, files: Readonly<Record<string, Buffer>>) =>
  getFileInput(desk).setInputFiles(Object.entries(files).map(([name, buffer]) => ({ name, buffer, mimeType: '' })))

/** Reads the names of the files that a test has added. */
async function readFileNames(space: PictureSpace): Promise<readonly unknown[]> {
  const ids = (await readListedIds(space)).slice(3)
  const assets = await Promise.all(ids.map((assetId) => space.client.asset.get({ assetId })))
  return assets.map(({ fields }) => fields.file[LOCALE]?.fileName)
}

test('adds unusual files as any other, whatever their names are', async ({ page, space, desk, openDesk }) => {
  const photos = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(createPhoto))
  const toPhoto = (index: number) => sharp(photos[index])
  const longName = 'long '.repeat(49)
  await openDesk()
  await page.setViewportSize({ width: 390, height: 844 })
  await addFiles(desk, {
    'cmyk.jpg': await toPhoto(0).toColourspace('cmyk').jpeg().toBuffer(),
    '16 bit 🏗️.png': await toPhoto(1).toColourspace('rgb16').png().toBuffer(),
    'png.jpg': await toPhoto(2).png().toBuffer(),
    'صورة.webp': await toPhoto(3).webp().toBuffer(),
    'a..%2F..%2Fetc.jpg': await toPhoto(4).jpeg().toBuffer(),
    [`${longName}.jpg`]: await toPhoto(5).jpeg().toBuffer(),
    'moving.gif': await toPhoto(0).gif().toBuffer(),
  })
  await expectSummary(desk, '6 of 6 added, 1 refused')
  await expect(getRow(desk, 'moving.gif')).toContainText('moving.gif is GIF: export it as JPEG.')
  expect(await desk.locator('body').evaluate((body) => body.scrollWidth - body.clientWidth)).toBe(0)
  const names = await readFileNames(space)
  expect(names.toSorted()).toEqual(
    ['cmyk.jpg', '16 bit 🏗️.jpg', 'png.jpg', 'صورة.jpg', 'a..%2F..%2Fetc.jpg', `${longName}.jpg`].toSorted(),
  )
})

test('a file that changes or disappears after it was selected costs only itself', async ({ space, desk, openDesk }) => {
  const names = ['changed.jpg', 'deleted.jpg', 'good.jpg']
  for (const name of names) await space.writeFile(name, await createPhoto(name))
  const paths = names.map((name) => join(space.pictureFolder, name))
  await openDesk()
  const input = getFileInput(desk)
  // Holds the event of the selection until the files have changed.
  await input.evaluate((element) =>
    element.addEventListener('change', (event) => event.stopPropagation(), { once: true, capture: true }),
  )
  await input.setInputFiles(paths)
  // The browser reads the size of a file once, as the desk does when a file is selected.
  await input.evaluate((element: HTMLInputElement) => Array.from(element.files ?? [], ({ size }) => size))
  await space.writeFile('changed.jpg', await createPhoto('another picture'))
  await rm(join(space.pictureFolder, 'deleted.jpg'))
  await input.dispatchEvent('change')
  await expectSummary(desk, '1 of 1 added, 2 refused')
  await expect(getRow(desk, 'changed.jpg')).toContainText('changes while it is read: add it when it is saved')
  await expect(getRow(desk, 'deleted.jpg')).toContainText('cannot be opened: check that it still exists')
  expect(await readFileNames(space)).toEqual(['good.jpg'])
})

test.describe('with an ended session', () => {
  test.use({ expectedProblems: /Failed to load resource|RequestError: Contentful has ended your session/ })

  test('a view that cannot be loaded says why, and loads again on request', async ({ page, space, desk, openDesk }) => {
    await openDesk()
    const managementUrls = `${space.url}/spaces/**`
    const json = { sys: { type: 'Error', id: 'AccessTokenInvalid' }, message: 'The access token has expired' }
    await page.route(managementUrls, (route) => route.fulfill({ status: 401, json }))
    await desk.getByRole('tab', { name: 'Order' }).click()
    await expect(desk.getByText('Contentful has ended your session. Sign in again in another tab')).toBeVisible()
    await page.unroute(managementUrls)
    await desk.getByRole('button', { name: 'Retry' }).click()
    await expect(desk.getByRole('button', { name: 'Select all' })).toBeVisible()
  })
})

test('a second tab waits until the first one is closed, and then continues its work', async ({
  page,
  context,
  space,
  openDesk,
}) => {
  await openDesk()
  await holdUploads(page)
  await addFiles(page.frameLocator('iframe'), { 'one.jpg': await createPhoto('one') })
  await expect(getRow(page.frameLocator('iframe'), 'one.jpg')).toContainText('Uploading')
  const second = await context.newPage()
  await second.goto(page.url())
  const desk = second.frameLocator('iframe')
  await expect(desk.getByRole('status')).toContainText('The photo desk is open in another tab')
  await page.goto('about:blank')
  await expectSummary(desk, '1 of 1 added')
  await expect.poll(() => readFileNames(space)).toEqual(['one.jpg'])
  await second.close()
})

test('converts a file again that the browser has lost', async ({ page, space, desk, openDesk }) => {
  await openDesk()
  const releaseUploads = await holdUploads(page)
  // Three are sent at the same time: one waits.
  const names = ['one.jpg', 'two.jpg', 'three.jpg', 'four.jpg']
  await addFiles(
    desk,
    Object.fromEntries(await Promise.all(names.map(async (name) => [name, await createPhoto(name)]))),
  )
  await expect(getRow(desk, 'Uploading')).toHaveCount(3)
  const name = (await getRow(desk, 'Waiting').locator('bdi').textContent()) ?? ''
  await desk.locator('body').evaluate(async () => {
    const [{ name = '' } = {}] = await indexedDB.databases()
    const request = indexedDB.open(name)
    await new Promise((resolve) => request.addEventListener('success', resolve))
    const transaction = request.result.transaction('files', 'readwrite')
    transaction.objectStore('files').clear()
    await new Promise((resolve) => transaction.addEventListener('complete', resolve))
    request.result.close()
  })
  releaseUploads()
  await expect(getRow(desk, name)).toContainText('Retry, then it is converted again.', { timeout: 20_000 })
  await desk.getByRole('button', { name: `Retry ${name}` }).click()
  await expectSummary(desk, '4 of 4 added')
  expect(await readFileNames(space)).toEqual(names.toSorted())
})

for (const [state, expectedNote] of [
  ['blocked', 'The browser has no space to keep the files'],
  ['unreadable', undefined],
] as const)
  test(`works with a database that is ${state}`, async ({ page, desk, openDesk }) => {
    await page.addInitScript((isBlocked) => {
      if (isBlocked) {
        Object.defineProperty(IDBFactory.prototype, 'open', {
          value: () => {
            throw new DOMException('Not allowed', 'SecurityError')
          },
        })
      } else {
        Object.defineProperty(IDBObjectStore.prototype, 'getAll', {
          value: () => {
            throw new DOMException('Damaged', 'UnknownError')
          },
        })
      }
    }, state === 'blocked')
    await openDesk()
    const releaseUploads = await holdUploads(page)
    await addFiles(desk, { 'one.jpg': await createPhoto('one') })
    if (expectedNote) await expect(desk.getByText(expectedNote)).toBeVisible()
    else await expect(page.getByText('The browser cannot read what you left unfinished')).toBeVisible()
    releaseUploads()
    await expectSummary(desk, '1 of 1 added')
  })

test('adds photographs although the disk of the browser is full', async ({
  page,
  context,
  space,
  deskSiteUrl,
  desk,
  openDesk,
}) => {
  const session = await context.newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: deskSiteUrl, quotaSize: 1 })
  await openDesk()
  const releaseUploads = await holdUploads(page)
  await addFiles(desk, { 'one.jpg': await createPhoto('one'), 'two.jpg': await createPhoto('two') })
  await expect(desk.getByText('The browser has no space to keep the files')).toBeVisible()
  releaseUploads()
  await expectSummary(desk, '2 of 2 added')
  expect(await readFileNames(space)).toEqual(['one.jpg', 'two.jpg'])
})
