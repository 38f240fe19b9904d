import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { LOGO_TYPE } from '#cms/pictures/picture-type.ts'
import { createImportSpace, type ImportSpace, INITIAL_COUNT, readListedIds } from './import-space.ts'
import { createLogoSvg } from './test-pictures.ts'

const importLogos = (space: ImportSpace) => space.importPictures({ pictureType: LOGO_TYPE })

/** Reads the published affiliations that were imported. */
async function readImportedLogos({ queryGraphql }: ImportSpace) {
  const { data } = await queryGraphql(
    `{ servicesPageCollection(limit: 1) { items { affiliationsCollection(limit: 60, skip: ${INITIAL_COUNT}) { items { name kind link logo { url contentType } } } } } }`,
  )
  return data
}
const createAffiliationsResponse = (items: readonly object[]) => ({
  servicesPageCollection: { items: [{ affiliationsCollection: { items } }] },
})

const KIND = 'Trade unions'

test('appends logos with a CSV file to the affiliations, and publishes them', async () => {
  await using space = await createImportSpace()
  await space.writeFile('one.svg', createLogoSvg('one'))
  await space.writeFile(
    'two.png',
    await sharp(Buffer.from(createLogoSvg('two')))
      .withExif({ IFD0: { Artist: 'Me' } })
      .png()
      .toBuffer(),
  )
  await space.writeFile(
    'logos.csv',
    `file,name,kind,link\none.svg,The First Union,${KIND},https://one.example\ntwo.png,The Second Union,${KIND},https://two.example\n`,
  )
  expect((await importLogos(space)).pictures.map(({ became }) => became)).toEqual(['published', 'published'])
  const logo = (contentType: string) => ({ url: expect.any(String), contentType })
  expect(await readImportedLogos(space)).toEqual(
    createAffiliationsResponse([
      { name: 'The First Union', kind: KIND, link: 'https://one.example', logo: logo('image/svg+xml') },
      { name: 'The Second Union', kind: KIND, link: 'https://two.example', logo: logo('image/png') },
    ]),
  )
  const [, second] = (await readListedIds(space, 'services-page', 'affiliations')).slice(INITIAL_COUNT)
  const { file } = (await space.client.asset.get({ assetId: second ?? '' })).fields
  const content = await (await fetch(`http:${file['en-US']?.url}`)).arrayBuffer()
  expect((await sharp(content).metadata()).exif).toBeUndefined()
  expect(await importLogos(space)).toMatchObject({
    writes: 0,
    pictures: [{ became: 'duplicate' }, { became: 'duplicate' }],
  })
})

test('imports a logo with a name of two letters', async () => {
  await using space = await createImportSpace()
  await space.writeFile('ua.svg', createLogoSvg('ua'))
  await space.writeFile('logos.csv', `file,name,kind,link\nua.svg,UA,${KIND},https://ua.example\n`)
  expect((await importLogos(space)).pictures.map(({ became }) => became)).toEqual(['published'])
  expect(await readImportedLogos(space)).toMatchObject(createAffiliationsResponse([{ name: 'UA' }]))
})

test('detects a logo of the space as SVG and as PNG', async () => {
  await using space = await createImportSpace()
  const seedLogo = 'public/media/logos/01-contractorsafe-registry.svg'
  await space.writeFile('copy.svg', await readFile(seedLogo))
  await space.writeFile('large.png', await sharp(seedLogo).resize(1_200).png().toBuffer())
  const { pictures, writes } = await importLogos(space)
  expect(writes).toBe(0)
  const reason = 'the list of affiliations has it at position 1 as affiliation-contractorsafe-registry'
  expect(pictures).toMatchObject([
    { became: 'duplicate', reason },
    { became: 'duplicate', reason },
  ])
})

test('skips files that are not valid logos with the reason', async () => {
  await using space = await createImportSpace()
  await space.writeFile('a.svg', createLogoSvg('a', '<script>alert(1)</script>'))
  await space.writeFile(
    'b.png',
    await sharp(Buffer.from(createLogoSvg('b')))
      .resize(300)
      .png()
      .toBuffer(),
  )
  await space.writeFile(
    'c.jpg',
    await sharp(Buffer.from(createLogoSvg('c')))
      .jpeg()
      .toBuffer(),
  )
  await space.writeFile('d.svg', '<svg xmlns="http://www.w3.org/2000/svg"><rect')
  await space.writeFile('e.svg', createLogoSvg('e'))
  await space.writeFile('logos.csv', `file,name,kind,link\ne.svg,The Good Union,${KIND},https://one.example\n`)
  expect((await importLogos(space)).pictures.map(({ became, reason = '' }) => `${became}: ${reason}`)).toEqual([
    'unfit: holds a script: export it as plain SVG',
    'unfit: is 300 px wide and 88 px high; a PNG must be at least 400 px on the longer side: export it larger',
    'unfit: is JPEG: a logo is SVG or PNG, on a transparent ground',
    'unfit: cannot be read as a picture: export it again, as SVG or PNG',
    'published: ',
  ])
})

test('rejects SVGs with active content or external references, with the reason', async () => {
  await using space = await createImportSpace()
  await space.writeFile('a.svg', createLogoSvg('a', '<rect onload="alert(1)"/>'))
  await space.writeFile(
    'b.svg',
    createLogoSvg('b', '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'),
  )
  await space.writeFile('c.svg', `<!DOCTYPE svg [<!ENTITY a "a">]>${createLogoSvg('c')}`)
  await space.writeFile('d.svg', createLogoSvg('d', '<image href="https://evil.example/a.png"/>'))
  await space.writeFile('e.svg', gzipSync(createLogoSvg('e')))
  await space.writeFile('f.svg', Buffer.from(`\uFEFF${createLogoSvg('f')}`, 'utf16le'))
  const { pictures, writes } = await importLogos(space)
  expect(writes).toBe(0)
  expect(pictures.map(({ became, reason = '' }) => `${became}: ${reason}`)).toEqual([
    'unfit: holds an event handler (onload): export it as plain SVG',
    'unfit: holds the element <foreignObject>: export it as plain SVG',
    'unfit: holds a document type with declarations: export it as plain SVG',
    'unfit: refers to another file (https://evil.example/a.png): export it as plain SVG',
    'unfit: is compressed (SVGZ): export it as plain SVG',
    expect.stringMatching(/^unfit: (is not UTF-8 text: export it as plain SVG|cannot be read as a picture: .+)$/),
  ])
})

test('reports an unknown kind and a link without https with the line', async () => {
  await using space = await createImportSpace()
  await space.writeFile('a.svg', createLogoSvg('a'))
  await space.writeFile('logos.csv', 'file,name,kind,link\na.svg,The First Union,Clubs,http://one.example\n')
  await expect(importLogos(space)).rejects.toThrow(
    /logos\.csv, line 2: kind is "Clubs"; write one of "Safety and compliance", .+; link is "http:\/\/one\.example"; The address must start with https/,
  )
})
