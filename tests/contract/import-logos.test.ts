import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { LOGO_TYPE } from '#cms/sync/import/picture-type.ts'
import { type AddSpace, addSpace, HELD, listed } from './import-space.ts'
import { drawing } from './test-pictures.ts'

const addLogos = (space: AddSpace) => space.add({ pictureType: LOGO_TYPE })

/** The affiliations that were added, as visitors see them. */
async function added({ ask }: AddSpace) {
  const { data } = await ask(
    `{ servicesPageCollection(limit: 1) { items { affiliationsCollection(limit: 60, skip: ${HELD}) { items { name kind link logo { url contentType } } } } } }`,
  )
  return data
}
const affiliations = (items: readonly object[]) => ({
  servicesPageCollection: { items: [{ affiliationsCollection: { items } }] },
})

const KIND = 'Trade unions'

test('logos with a CSV come to the end of the affiliations, published', async () => {
  await using space = await addSpace()
  await space.put('one.svg', drawing('one'))
  await space.put(
    'two.png',
    await sharp(Buffer.from(drawing('two')))
      .withExif({ IFD0: { Artist: 'Me' } })
      .png()
      .toBuffer(),
  )
  await space.put(
    'logos.csv',
    `file,name,kind,link\none.svg,The First Union,${KIND},https://one.example\ntwo.png,The Second Union,${KIND},https://two.example\n`,
  )
  expect((await addLogos(space)).pictures.map(({ became }) => became)).toEqual(['published', 'published'])
  const logo = (contentType: string) => ({ url: expect.any(String), contentType })
  expect(await added(space)).toEqual(
    affiliations([
      { name: 'The First Union', kind: KIND, link: 'https://one.example', logo: logo('image/svg+xml') },
      { name: 'The Second Union', kind: KIND, link: 'https://two.example', logo: logo('image/png') },
    ]),
  )
  const [, second] = (await listed(space, 'services-page', 'affiliations')).slice(HELD)
  const { file } = (await space.client.asset.get({ assetId: second ?? '' })).fields
  const content = await (await fetch(`http:${file['en-US']?.url}`)).arrayBuffer()
  expect((await sharp(content).metadata()).exif).toBeUndefined()
  expect(await addLogos(space)).toMatchObject({
    writes: 0,
    pictures: [{ became: 'duplicate' }, { became: 'duplicate' }],
  })
})

test('a logo of the space is noticed, drawn or as a PNG', async () => {
  await using space = await addSpace()
  const held = 'public/media/logos/01-contractorsafe-registry.svg'
  await space.put('copy.svg', await readFile(held))
  await space.put('large.png', await sharp(held).resize(1_200).png().toBuffer())
  const { pictures, writes } = await addLogos(space)
  expect(writes).toBe(0)
  const reason = 'the list of affiliations has it at place 1 as affiliation-contractorsafe-registry'
  expect(pictures).toMatchObject([
    { became: 'duplicate', reason },
    { became: 'duplicate', reason },
  ])
})

test('what is no logo is named, and costs itself alone', async () => {
  await using space = await addSpace()
  await space.put('a.svg', drawing('a', '<script>alert(1)</script>'))
  await space.put(
    'b.png',
    await sharp(Buffer.from(drawing('b')))
      .resize(300)
      .png()
      .toBuffer(),
  )
  await space.put(
    'c.jpg',
    await sharp(Buffer.from(drawing('c')))
      .jpeg()
      .toBuffer(),
  )
  await space.put('d.svg', '<svg xmlns="http://www.w3.org/2000/svg"><rect')
  await space.put('e.svg', drawing('e'))
  await space.put('logos.csv', `file,name,kind,link\ne.svg,The Good Union,${KIND},https://one.example\n`)
  expect((await addLogos(space)).pictures.map(({ became, reason = '' }) => `${became}: ${reason}`)).toEqual([
    'unfit: holds a script: export it as plain SVG',
    'unfit: is 300 px wide; a PNG needs at least 400: export it larger',
    'unfit: is JPEG: a logo is SVG or PNG, on a transparent ground',
    'unfit: cannot be read as a picture: export it again, as SVG or PNG',
    'published: ',
  ])
})

test('a drawing that a browser would obey when it is opened by its address is refused with the reason', async () => {
  await using space = await addSpace()
  await space.put('a.svg', drawing('a', '<rect onload="alert(1)"/>'))
  await space.put('b.svg', drawing('b', '<foreignObject><p xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>'))
  await space.put('c.svg', `<!DOCTYPE svg [<!ENTITY a "a">]>${drawing('c')}`)
  await space.put('d.svg', drawing('d', '<image href="https://evil.example/a.png"/>'))
  await space.put('e.svg', gzipSync(drawing('e')))
  await space.put('f.svg', Buffer.from(`\uFEFF${drawing('f')}`, 'utf16le'))
  const { pictures, writes } = await addLogos(space)
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

test('a kind that does not exist, or a link without https, is named with its line', async () => {
  await using space = await addSpace()
  await space.put('a.svg', drawing('a'))
  await space.put('logos.csv', 'file,name,kind,link\na.svg,The First Union,Clubs,http://one.example\n')
  await expect(addLogos(space)).rejects.toThrow(
    /logos\.csv, line 2: kind is "Clubs"; write one of "Safety and compliance", .+; link is "http:\/\/one\.example"; The address must start with https/,
  )
})
