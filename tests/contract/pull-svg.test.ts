import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatPullSummary } from '#cms/sync/pull/format-pull-summary.ts'
import { publishField } from '#tests/setup/contentful/publish-field.ts'
import { createPullSpace } from './pull-folder.ts'
import { createAsset, publishEntry, toLink } from './test-contentful.ts'

const SVG_TYPE = 'image/svg+xml'
const ACTION = 'Export it as plain SVG, upload it in Contentful, publish it, and pull again'
const createSvg = (content = '') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">${content}</svg>`)
const SVG_WITH_SCRIPT = createSvg('<script>alert(1)</script>')

type Space = Awaited<ReturnType<typeof createPullSpace>>

async function publishSvg(space: Space, id: string, content: Buffer) {
  const asset = await createAsset(space, id, content, SVG_TYPE, `${id}.svg`)
  await space.client.asset.publish({ assetId: id }, asset)
}

test('keeps the earlier file of an SVG with a script, and pulls everything else', async () => {
  await using space = await createPullSpace()
  await publishSvg(space, 'drawing', createSvg())
  await publishField(space.client, 'seo-home', 'shareImage', toLink('Asset', 'drawing'))
  expect((await space.pull()).refused).toEqual([])
  const assets = await space.readAssets()

  await space.replaceFile('drawing', SVG_WITH_SCRIPT, 'drawing.svg', SVG_TYPE)
  await publishField(space.client, 'seo-home', 'title', 'Another title')
  const rejection = `asset drawing: drawing.svg holds a script; the previous file uploads/drawing.svg is kept. ${ACTION}`
  const dryRun = await space.pull({ dryRun: true })
  expect(dryRun.refused).toEqual([rejection])
  const summary = await space.pull()
  expect(summary.refused).toEqual([rejection])
  expect(summary.written).toEqual([expect.stringMatching(/site\.json$/)])
  expect(formatPullSummary(summary)).toContain(`\n\nRejected:\n  ${rejection}\n`)
  expect(await space.readMedia('uploads/drawing.svg')).toEqual(createSvg())
  expect(await space.readAssets()).toEqual(assets)
  expect((await space.readEntries('seo'))['seo-home']).toMatchObject({ title: 'Another title', shareImage: 'drawing' })
  expect(await space.pull()).toMatchObject({ written: [], refused: [rejection] })

  await space.replaceFile('drawing', createSvg('<path d="M0 0h9"/>'), 'drawing.svg', SVG_TYPE)
  expect((await space.pull()).refused).toEqual([])
  expect(await space.readMedia('uploads/drawing.svg')).toEqual(createSvg('<path d="M0 0h9"/>'))
})

test('leaves out a new SVG with a script and the entry that requires it, and pulls other entries', async () => {
  await using space = await createPullSpace()
  await publishSvg(space, 'bad', SVG_WITH_SCRIPT)
  await publishSvg(space, 'good', createSvg('<circle r="4"/>'))
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
  expect(refused).toEqual([`asset bad: bad.svg holds a script; it is skipped. ${ACTION}`])
  expect(notes.toSorted()).toEqual([
    'entry gallery-page: images is pulled without the entry photo-bad, whose file is rejected',
    'entry seo-home: shareImage is pulled without the asset bad, whose file is rejected',
  ])
  expect((await space.readEntries('galleryPage'))['gallery-page']).toMatchObject({ images: ['photo-good'] })
  expect(Object.keys(await space.readEntries('galleryImage'))).toEqual(['photo-good'])
  const files = Object.keys(await space.readState())
  expect(files.filter((name) => name.includes('uploads'))).toEqual(['media/uploads/good.svg'])
  expect(await space.readAssets()).not.toHaveProperty('bad')
  expect((await space.pull()).written).toEqual([])
})

test('leaves out an SVG with a script that was pulled before', async () => {
  await using space = await createPullSpace()
  await publishSvg(space, 'drawing', createSvg())
  await publishField(space.client, 'seo-home', 'shareImage', toLink('Asset', 'drawing'))
  await space.pull()
  await space.replaceFile('drawing', SVG_WITH_SCRIPT, 'drawing.svg', SVG_TYPE)
  await writeFile(join(space.mediaFolder, 'uploads/drawing.svg'), SVG_WITH_SCRIPT)
  const { refused, unused } = await space.pull({ prune: true })
  expect(refused).toEqual([`asset drawing: drawing.svg holds a script; it is skipped. ${ACTION}`])
  expect(unused).toEqual([expect.stringMatching(/uploads\/drawing\.svg$/)])
  expect(await space.readAssets()).not.toHaveProperty('drawing')
  await expect(space.readMedia('uploads/drawing.svg')).rejects.toThrow('ENOENT')
})

test('writes nothing if a page requires the rejected SVG, and names the asset', async () => {
  await using space = await createPullSpace()
  await publishSvg(space, 'poster', SVG_WITH_SCRIPT)
  await publishField(space.client, 'hero-home', 'poster', toLink('Asset', 'poster'))
  const before = await space.readState()
  await expect(space.pull()).rejects.toMatchObject({
    name: 'UserError',
    lines: [
      `asset poster: poster.svg holds a script; it is skipped. ${ACTION}`,
      'entry home-page: requires a rejected file, and the site requires this entry',
    ],
  })
  expect(await space.readState()).toEqual(before)
})
