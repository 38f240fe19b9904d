import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatPullSummary } from '#cms/sync/pull/format-pull-summary.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { createPullSpace } from './pull-folder.ts'
import { createAsset, publishEntry, toLink } from './test-contentful.ts'

const SVG = 'image/svg+xml'
const DO = 'Export it as plain SVG, upload it in Contentful, publish it, and pull again'
const drawing = (inside = '') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">${inside}</svg>`)
const SCRIPT = drawing('<script>alert(1)</script>')

type Space = Awaited<ReturnType<typeof createPullSpace>>

async function publishDrawing(space: Space, id: string, content: Buffer) {
  const asset = await createAsset(space, id, content, SVG, `${id}.svg`)
  await space.client.asset.publish({ assetId: id }, asset)
}

test('a drawing with a script keeps its earlier file; everything else is pulled', async () => {
  await using space = await createPullSpace()
  await publishDrawing(space, 'drawing', drawing())
  await publishField(space.client, 'seo-home', 'shareImage', toLink('Asset', 'drawing'))
  expect((await space.pull()).refused).toEqual([])
  const assets = await space.readAssets()

  await space.replaceFile('drawing', SCRIPT, 'drawing.svg', SVG)
  await publishField(space.client, 'seo-home', 'title', 'Another title')
  const line = `asset drawing: drawing.svg holds a script; the earlier file uploads/drawing.svg stays. ${DO}`
  const dryRun = await space.pull({ dryRun: true })
  expect(dryRun.refused).toEqual([line])
  const summary = await space.pull()
  expect(summary.refused).toEqual([line])
  expect(summary.written).toEqual([expect.stringMatching(/seo\.json$/)])
  expect(formatPullSummary(summary)).toContain(`\n\nRefused:\n  ${line}\n`)
  expect(await space.readMedia('uploads/drawing.svg')).toEqual(drawing())
  expect(await space.readAssets()).toEqual(assets)
  expect((await space.readEntries('seo'))['seo-home']).toMatchObject({ title: 'Another title', shareImage: 'drawing' })
  expect(await space.pull()).toMatchObject({ written: [], refused: [line] })

  await space.replaceFile('drawing', drawing('<path d="M0 0h9"/>'), 'drawing.svg', SVG)
  expect((await space.pull()).refused).toEqual([])
  expect(await space.readMedia('uploads/drawing.svg')).toEqual(drawing('<path d="M0 0h9"/>'))
})

test('a new drawing with a script is left out, with the entry that needs it; other entries are pulled', async () => {
  await using space = await createPullSpace()
  await publishDrawing(space, 'bad', SCRIPT)
  await publishDrawing(space, 'good', drawing('<circle r="4"/>'))
  for (const id of ['bad', 'good'])
    await publishEntry(space, 'galleryImage', `photo-${id}`, { altText: `The ${id} one`, photo: toLink('Asset', id) })
  await publishEntry(space, 'galleryPage', 'gallery-page', {
    name: 'Gallery',
    seo: toLink('Entry', 'seo-home'),
    hero: toLink('Entry', 'hero-home'),
    gridTitle: 'Photographs',
    photoDialog: 'full screen',
    images: ['photo-bad', 'photo-good'].map((id) => toLink('Entry', id)),
  })
  await publishField(space.client, 'seo-home', 'shareImage', toLink('Asset', 'bad'))
  const { refused, notes } = await space.pull()
  expect(refused).toEqual([`asset bad: bad.svg holds a script; it is left out. ${DO}`])
  expect(notes.toSorted()).toEqual([
    'entry gallery-page: images leaves out the entry photo-bad, whose file is refused',
    'entry seo-home: shareImage leaves out the asset bad, whose file is refused',
  ])
  expect((await space.readEntries('galleryPage'))['gallery-page']).toMatchObject({ images: ['photo-good'] })
  expect(Object.keys(await space.readEntries('galleryImage'))).toEqual(['photo-good'])
  const files = Object.keys(await space.readState())
  expect(files.filter((name) => name.includes('uploads'))).toEqual(['media/uploads/good.svg'])
  expect(await space.readAssets()).not.toHaveProperty('bad')
  expect((await space.pull()).written).toEqual([])
})

test('a drawing that was pulled before it was checked is left out too', async () => {
  await using space = await createPullSpace()
  await publishDrawing(space, 'drawing', drawing())
  await publishField(space.client, 'seo-home', 'shareImage', toLink('Asset', 'drawing'))
  await space.pull()
  await space.replaceFile('drawing', SCRIPT, 'drawing.svg', SVG)
  await writeFile(join(space.mediaFolder, 'uploads/drawing.svg'), SCRIPT)
  const { refused, unused } = await space.pull({ prune: true })
  expect(refused).toEqual([`asset drawing: drawing.svg holds a script; it is left out. ${DO}`])
  expect(unused).toEqual([expect.stringMatching(/uploads\/drawing\.svg$/)])
  expect(await space.readAssets()).not.toHaveProperty('drawing')
  await expect(space.readMedia('uploads/drawing.svg')).rejects.toThrow('ENOENT')
})

test('where a page needs the drawing, nothing is written and the asset is named', async () => {
  await using space = await createPullSpace()
  await publishDrawing(space, 'poster', SCRIPT)
  await publishField(space.client, 'hero-home', 'poster', toLink('Asset', 'poster'))
  const before = await space.readState()
  await expect(space.pull()).rejects.toMatchObject({
    name: 'UserError',
    lines: [
      `asset poster: poster.svg holds a script; it is left out. ${DO}`,
      'entry home-page: shows a file that is refused, and the site cannot do without this entry',
    ],
  })
  expect(await space.readState()).toEqual(before)
})
