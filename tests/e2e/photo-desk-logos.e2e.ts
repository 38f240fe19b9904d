import sharp from 'sharp'
import { FIRST_MEDIA_FOLDER } from '#tests/first-content/first-content.ts'
import { readListedIds } from '#tests/setup/contentful/picture-space.ts'
import { createLogoSvg } from '#tests/setup/contentful/test-pictures.ts'
import { expectNoAxeViolationsInFrame } from './axe.ts'
import { readLayoutShift, recordLayoutShift } from './layout-shift.ts'
import { addFiles, clickButton, expect, expectSummary, getRow, readFiles, test } from './photo-desk.ts'

/** In the list at position 1. */
const KNOWN_LOGO = `${FIRST_MEDIA_FOLDER}/logos/01-contractorsafe-registry.svg`
const SVG = Buffer.from(createLogoSvg('one', '<rect width="480" height="140" fill="#fff"/>'))

test('logos are added, and recognized in another format', async ({ page, space, desk, openDesk }) => {
  await recordLayoutShift(page)
  await openDesk('/logos')

  await test.step('an SVG stays unchanged, a PNG loses its metadata, an SVG with a script is refused', async () => {
    const png = sharp(Buffer.from(createLogoSvg('two')))
      .resize(480)
      .withExif({ IFD0: { Artist: 'Somebody' } })
    const buffer = await png.png().toBuffer()
    await addFiles(
      desk,
      { name: 'One.svg', buffer: SVG },
      { name: 'Two.png', buffer },
      { name: 'Cut.png', buffer: buffer.subarray(0, -100) },
      { name: 'Evil.svg', buffer: Buffer.from(createLogoSvg('three', '<script>alert(1)</script>')) },
    )
    await expectSummary(desk, '2 of 2 added, 2 refused')
    const rows = desk.getByRole('list', { name: 'Files' }).getByRole('listitem')
    await expect(rows.first()).toContainText('Cut.png cannot be read as a picture: export it again, as SVG or PNG')
    await expect(rows.nth(1)).toContainText('Evil.svg holds a script: export it again from the program that drew it')
    expect(await readLayoutShift(page.frames()[1] ?? page)).toBe(0)
    const files = await readFiles(space, (await readListedIds(space, 'services-page', 'affiliations')).slice(3))
    expect(files.get('One.svg')?.content).toEqual(SVG)
    const { format, exif, width } = await sharp(files.get('Two.png')?.content).metadata()
    expect({ format, exif, width }).toEqual({ format: 'png', width: 480 })
  })

  await test.step('an SVG of the space is recognized as a PNG', async () => {
    await addFiles(desk, { name: 'Again.png', buffer: await sharp(KNOWN_LOGO).resize(1_000).png().toBuffer() })
    const row = getRow(desk, 'Again.png').first()
    await expect(row).toContainText('position 1 of the list of affiliations.', { timeout: 30_000 })
    await desk.getByRole('button', { name: 'Skip: Again.png' }).click()
    await expect(row).toHaveCount(0)
  })

  await test.step('a white logo is added with a note, which stays until it is hidden', async () => {
    await clickButton(desk, 'Hide finished')
    const [svg, other] = ['white', 'pale'].map((name) => createLogoSvg(name).replace('<svg', '<svg fill="#fff"'))
    const png = await sharp(Buffer.from(other ?? ''))
      .resize(640)
      .png()
      .toBuffer()
    await addFiles(desk, { name: 'White.svg', buffer: Buffer.from(svg ?? '') }, { name: 'Pale.png', buffer: png })
    await expectSummary(desk, '2 of 2 added')
    for (const name of ['White.svg', 'Pale.png'])
      await expect(getRow(desk, name).first()).toContainText(`${name} is white, or nearly, on a transparent ground`)
    await expectNoAxeViolationsInFrame(page)
  })
})
