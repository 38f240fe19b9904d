import { expect, test } from 'vitest'
import { type AddSpace, addedPhotos, addSpace } from './import-space.ts'
import { noteAddress, runCms } from './run-cms.ts'
import { drawing, photo } from './test-pictures.ts'

/** Processes. */
/** Runs a command in the folder of the pictures, where it finds the space as running. */
async function cms({ camera, url }: AddSpace, ...args: readonly string[]) {
  await noteAddress(camera, url)
  return runCms(camera, args)
}

test('photos add: a line for each, the counts, and links into the CMS', async () => {
  await using space = await addSpace()
  await space.put('a.jpg', await photo('a'))
  await space.put('b.jpg', 'no picture')
  await space.put('texts.csv', 'file,alt\na.jpg,The new photograph\n')
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
  expect(await addedPhotos(space)).toHaveLength(1)

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
  await using space = await addSpace()
  await space.put('a.svg', drawing('a'))
  const untold = await cms(space, 'logos', 'add', 'a.svg', '--json')
  expect(untold.code).toBe(1)
  expect(JSON.parse(untold.out)).toMatchObject({
    command: 'logos add',
    problems: ['a.svg has no name, kind, link', expect.any(String)],
  })

  await space.put('my.csv', 'file,name,kind,link\na.svg,The First Union,Trade unions,https://one.example\n')
  const { code, out } = await cms(space, 'logos', 'add', 'a.svg', '--draft', '--texts', 'my.csv')
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('+ a.svg: added as a draft: ') })
})
