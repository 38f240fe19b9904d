import { readFile } from 'node:fs/promises'
import type { FrameLocator, Locator, Page } from '@playwright/test'
import type { PlainClientAPI } from 'contentful-management'
import { getListedEntryIds } from '#cms/photo-desk/space/page-list.ts'
import { PHOTO_TYPE } from '#cms/photo-desk/space/picture-type.ts'
import { createPhonePhoto } from '#tests/contract/test-pictures.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { expect } from './fixtures.ts'
import { clickButton, findMiddle } from './photo-desk-order.ts'
import { waitForRebuild } from './wait-for-rebuild.ts'

/** The texts of the two new photographs, in the order in which they are added. */
export const ALT_TEXTS = ['A red disc in front of a blue sky', 'A welding crew at sunrise'] as const

/** The text of the first photograph of the seed. */
export const KNOWN_ALT_TEXT =
  'Bolted flange on a white station pipe at dusk, with a red valve handwheel and two tall vessels behind it'

/** Two new photographs, one of them HEIC, and one that the gallery has at position 1. */
export const createJourneyFiles = async () => [
  { name: 'IMG_1.heic', mimeType: 'image/heic', buffer: await readFile('tests/setup/photo-desk/phone-photo.heic') },
  { name: 'IMG_2.jpg', mimeType: 'image/jpeg', buffer: await createPhonePhoto('journey') },
  {
    name: 'IMG_3.jpg',
    mimeType: 'image/jpeg',
    buffer: await readFile('public/media/gallery/001-station-low-valves.jpg'),
  },
]

type JourneyFiles = Awaited<ReturnType<typeof createJourneyFiles>>

/** The photo desk in the frame of the editor. */
export const getDesk = (page: Page) => page.frameLocator('iframe.app')

/** Drops files on the desk, as from a folder of the computer. */
export const dropFiles = (desk: FrameLocator, files: JourneyFiles) =>
  desk.locator('.upload-drop-zone').evaluate(
    (element, contents) => {
      const dataTransfer = new DataTransfer()
      for (const { name, base64 } of contents)
        dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], name))
      element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
    },
    files.map(({ name, buffer }) => ({ name, base64: buffer.toString('base64') })),
  )

/** Waits until the new photographs are added and the known one is noticed. Returns the button that skips the known one. */
export async function findKnownPhoto(desk: FrameLocator): Promise<Locator> {
  await expect(desk.getByRole('status').filter({ hasText: '2 of 3 added, 1 needs you' })).toBeVisible({
    timeout: 60_000, // 120 photographs are compared
  })
  await expect(desk.getByRole('listitem').filter({ hasText: 'IMG_3.jpg' }).first()).toContainText(
    'It is already in the gallery, at position 1.',
  )
  return desk.getByRole('button', { name: 'Skip: IMG_3.jpg' })
}

/** Pastes a column of a spreadsheet in the cell with the focus. */
export const pasteColumn = (cell: Locator, texts: readonly string[]) =>
  cell.evaluate((element, content) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', content)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, texts.join('\n'))

/** Checks the start of the gallery for visitors: in the HTML of the server and on the page. */
export async function expectFirstPhotos(page: Page, siteUrl: string, altTexts: readonly string[]): Promise<void> {
  await waitForRebuild(siteUrl)
  const readAltTexts = async () => {
    const html = await (await fetch(`${siteUrl}/gallery`)).text()
    return [...html.matchAll(/<a [^>]*aria-haspopup="dialog".*?<img [^>]*?alt="([^"]*)"/g)]
      .slice(0, altTexts.length)
      .map(([, alt]) => alt)
  }
  await expect.poll(readAltTexts, { timeout: 30_000 }).toEqual(altTexts)
  await page.context().clearCookies() // those of the preview
  await page.goto(`${siteUrl}/gallery`)
  for (const name of altTexts) await expect(page.getByRole('img', { name })).toBeVisible()
}

/** Remembers the gallery. Returns a function that restores it, and deletes photographs that were added. */
export async function rememberGallery(management: PlainClientAPI): Promise<() => Promise<void>> {
  const { type, page } = PHOTO_TYPE
  const readPage = () => management.entry.get({ entryId: 'gallery-page' })
  const before = getListedEntryIds(await readPage(), page)
  return async () => {
    const { items } = await management.entry.getMany({ query: { content_type: type, limit: 1_000 } })
    const added = items.filter(({ sys }) => !before.includes(sys.id))
    const links = before.map((id) => ({ sys: { type: 'Link', linkType: 'Entry', id } }))
    await publishField(management, 'gallery-page', page.field, links)
    for (const { sys } of added) {
      if (sys.publishedVersion) await management.entry.unpublish({ entryId: sys.id })
      await management.entry.delete({ entryId: sys.id })
      const asset = await management.asset.get({ assetId: sys.id })
      if (asset.sys.publishedVersion) await management.asset.unpublish({ assetId: sys.id })
      await management.asset.delete({ assetId: sys.id })
    }
  }
}

/** Selects the files of the journey in the dialog that the browser opens. */
export async function selectInFileChooser(page: Page): Promise<void> {
  const files = await createJourneyFiles()
  page.on('filechooser', (chooser) => chooser.setFiles(files))
}

export const getTexts = (desk: FrameLocator) => desk.getByRole('textbox', { name: 'Alternative text' })
export const openTab = (desk: FrameLocator, name: string) =>
  desk.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
export const expectSaved = (desk: FrameLocator) => expect(desk.getByText('All texts are saved')).toBeVisible()
export const expectPublished = (desk: FrameLocator) =>
  expect(desk.getByRole('status').filter({ hasText: '2 photographs and the gallery are published.' })).toBeVisible({
    timeout: 30_000,
  })

/** Waits until the photograph is loaded in the dialog. */
export async function findFocalPointPicture(desk: FrameLocator): Promise<Locator> {
  const picture = desk.getByRole('dialog').locator('.focal-point-picture')
  await expect.poll(async () => (await picture.boundingBox())?.height ?? 0).toBeGreaterThan(40)
  return picture
}

export async function schedule(desk: FrameLocator, time: string): Promise<void> {
  await clickButton(desk, 'Publish at a time …')
  const dialog = desk.getByRole('dialog')
  await dialog.getByLabel('Date and time').fill(time)
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Presses a key until an element has the focus. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement && document.hasFocus())) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused({ timeout: 1 })
}

export async function dragByTouch(page: Page, desk: FrameLocator, from: number, to: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: { readonly x: number; readonly y: number }) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] })
  const end = await findMiddle(desk, to)
  await touch('touchStart', await findMiddle(desk, from))
  await expect(desk.locator('.order-overlay')).toBeVisible() // after a short hold
  await touch('touchMove', { x: end.x, y: end.y - 10 })
  await touch('touchMove', end)
  await touch('touchEnd')
}
