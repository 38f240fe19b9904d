import { expect, test } from 'vitest'
import { createImportSpace, type ImportSpace, readImportedPhotos } from './import-space.ts'
import { runCms, writeLocalAddress } from './run-cms.ts'
import { createLogoSvg, createPhoto } from './test-pictures.ts'

/** Processes. */
/** Runs a command in the folder of the pictures, where it finds the space as running. */
async function cms({ pictureFolder, url }: ImportSpace, ...args: readonly string[]) {
  await writeLocalAddress(pictureFolder, url)
  return runCms(pictureFolder, args)
}

test('photos add: a line for each, the counts, and links into the CMS', async () => {
  await using space = await createImportSpace()
  await space.writeFile('a.jpg', await createPhoto('a'))
  await space.writeFile('b.jpg', 'no picture')
  await space.writeFile('texts.csv', 'file,alt\na.jpg,The new photograph\n')
  const { code, out, errors } = await cms(space, 'photos', 'add', '.')
  expect({ code, errors }).toEqual({ code: 2, errors: '' })
  const lines = out.split('\n')
  const link = `http://${new URL(space.url).host}/app/spaces/local/environments/master/entries/`
  expect(lines[0]).toBe(`Adding to the local Contentful at ${space.url}`)
  expect(lines).toContainEqual(
    expect.stringMatching(new RegExp(`^\\+ a\\.jpg: added and published: ${link}photo-[0-9a-f]{12}$`)),
  )
  expect(lines).toContain('! b.jpg cannot be read as a picture: export it again, as JPEG')
  expect(lines).toContainEqual(
    expect.stringMatching(new RegExp(`^1 published, 1 unfit: .+ The page: ${link}gallery-page$`)),
  )
  expect(await readImportedPhotos(space)).toHaveLength(1)

  const second = await cms(space, 'photos', 'add', 'a.jpg', '--json')
  expect(second.code).toBe(0)
  expect(JSON.parse(second.out)).toMatchObject({
    command: 'photos add',
    counts: { duplicate: 1 },
    writes: 0,
    pictures: [{ file: 'a.jpg', became: 'duplicate', link: expect.stringContaining(link) }],
    page: { entry: 'gallery-page', link: `${link}gallery-page` },
  })
})

test('logos add --draft; what is missing stops it with a line, also as JSON', async () => {
  await using space = await createImportSpace()
  await space.writeFile('a.svg', createLogoSvg('a'))
  const untold = await cms(space, 'logos', 'add', 'a.svg', '--json')
  expect(untold.code).toBe(1)
  expect(JSON.parse(untold.out)).toMatchObject({
    command: 'logos add',
    problems: ['a.svg has no name, kind, link', expect.any(String)],
  })

  await space.writeFile('my.csv', 'file,name,kind,link\na.svg,The First Union,Trade unions,https://one.example\n')
  const { code, out } = await cms(space, 'logos', 'add', 'a.svg', '--draft', '--texts', 'my.csv')
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('+ a.svg: added as a draft: ') })
})
