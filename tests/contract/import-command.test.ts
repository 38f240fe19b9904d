import { expect, test } from 'vitest'
import { createImportSpace, type ImportSpace, readImportedPhotos } from './import-space.ts'
import { runCms, writeLocalAddress } from './run-cms.ts'
import { createLogoSvg, createPhoto } from './test-pictures.ts'

/** Runs a command in the folder of the pictures, connected to the running space. */
async function runCommand({ pictureFolder, url }: ImportSpace, ...args: readonly string[]) {
  await writeLocalAddress(pictureFolder, url)
  return runCms(pictureFolder, args)
}

test('photos add prints a line per picture, the counts and links into the CMS', async () => {
  await using space = await createImportSpace()
  await space.writeFile('a.jpg', await createPhoto('a'))
  await space.writeFile('b.jpg', 'not a picture')
  await space.writeFile('texts.csv', 'file,alt\na.jpg,The new photograph\n')
  const { code, stdout, stderr } = await runCommand(space, 'photos', 'add', '.')
  expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
  const lines = stdout.split('\n')
  const link = `http://${new URL(space.url).host}/app/spaces/local/environments/master/entries/`
  expect(lines[0]).toBe(`Adding to the local Contentful at ${space.url}`)
  expect(lines).toContainEqual(
    expect.stringMatching(new RegExp(`^\\+ a\\.jpg: added and published: ${link}photo-[0-9a-f]{12}$`)),
  )
  expect(lines).toContain('! b.jpg cannot be read as a picture: export it again, as JPEG')
  expect(lines).toContainEqual(
    expect.stringMatching(new RegExp(`^1 published, 1 cannot be added, in .+ s\\. The page: ${link}gallery-page$`)),
  )
  expect(await readImportedPhotos(space)).toHaveLength(1)

  const second = await runCommand(space, 'photos', 'add', 'a.jpg', '--json')
  expect(second.code).toBe(0)
  expect(JSON.parse(second.stdout)).toMatchObject({
    command: 'photos add',
    counts: { duplicate: 1 },
    writes: 0,
    pictures: [{ file: 'a.jpg', became: 'duplicate', link: expect.stringContaining(link) }],
    page: { entry: 'gallery-page', link: `${link}gallery-page` },
  })
})

test('logos add reports missing texts, also as JSON, and imports drafts with --draft', async () => {
  await using space = await createImportSpace()
  await space.writeFile('a.svg', createLogoSvg('a'))
  const incomplete = await runCommand(space, 'logos', 'add', 'a.svg', '--json')
  expect(incomplete.code).toBe(1)
  expect(JSON.parse(incomplete.stdout)).toMatchObject({
    command: 'logos add',
    problems: ['a.svg has no name, kind, link', expect.any(String)],
  })

  await space.writeFile('my.csv', 'file,name,kind,link\na.svg,The First Union,Trade unions,https://one.example\n')
  const { code, stdout } = await runCommand(space, 'logos', 'add', 'a.svg', '--draft', '--texts', 'my.csv')
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('+ a.svg: added as a draft: ') })
})
