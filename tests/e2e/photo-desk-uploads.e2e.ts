import { readFile } from 'node:fs/promises'
import type { FrameLocator, Page } from '@playwright/test'
import sharp from 'sharp'
import { LOCALE } from '#shared/constants.ts'
import type { ImportSpace } from '#tests/contract/import-space.ts'
import { createPhonePhoto, createPhoto } from '#tests/contract/test-pictures.ts'
import { expectNoAxeViolations } from '#tests/setup/e2e/axe.ts'
import { expect, test } from '#tests/setup/e2e/photo-desk.ts'

interface TestFile {
  readonly name: string
  readonly buffer: Buffer
}

const addFiles = (desk: FrameLocator, ...files: readonly TestFile[]) =>
  desk.getByLabel('Files', { exact: true }).and(desk.locator('input')).setInputFiles(files.map((file) => ({ mimeType: '', ...file })))

const getRow = (desk: FrameLocator, fileName: string) => desk.getByRole('listitem').filter({ hasText: fileName })
const expectSummary = (desk: FrameLocator, text: string) =>
  expect(desk.getByRole('status').filter({ hasText: text })).toBeVisible({ timeout: 30_000 })

async function readGallery({ client }: ImportSpace) {
  const { items } = await client.entry.getMany({ query: { content_type: 'galleryPage' } })
  const links: readonly { readonly sys: { readonly id: string } }[] = items[0]?.fields.images?.[LOCALE] ?? []
  return links.map(({ sys }) => sys.id)
}

async function readNewPictures(space: ImportSpace) {
  const ids = (await readGallery(space)).slice(3)
  return Promise.all(
    ids.map(async (id) => {
      const asset = await space.client.asset.get({ assetId: id })
      const file = asset.fields.file[LOCALE]
      const response = await fetch(new URL(file?.url ?? '', space.url))
      return { id, title: asset.fields.title[LOCALE], fileName: file?.fileName, isPublished: asset.sys.publishedVersion !== undefined, content: Buffer.from(await response.arrayBuffer()) }
    }),
  )
}

test('adds several photographs as drafts, upright, in sRGB and without metadata', async ({ page, space, desk, openDesk }) => {
  await openDesk()
  await addFiles(
    desk,
    { name: 'IMG_1.jpg', buffer: await createPhonePhoto('one') },
    { name: 'Weld Rig.heic', buffer: await readFile('tests/setup/photo-desk/phone-photo.heic') },
    { name: 'IMG_3.png', buffer: await sharp(await createPhoto('three')).png().toBuffer() },
  )
  await expectSummary(desk, '3 of 3 added')
  const pictures = await readNewPictures(space)
  expect(pictures.map(({ fileName }) => fileName).toSorted()).toEqual(['IMG_1.jpg', 'IMG_3.jpg', 'Weld Rig.jpg'])
  for (const { content, isPublished } of pictures) {
    const { format, exif, icc, xmp, iptc } = await sharp(content).metadata()
    expect({ format, exif, icc, xmp, iptc, isPublished }).toEqual({ format: 'jpeg', isPublished: false })
  }
  await page.screenshot({ path: '/tmp/shot-1.png' })
})
