import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { readSeed } from './read-seed.ts'
import { SeedFileError } from './read-seed-files.ts'
import { getSeedLinks } from './validate-links.ts'
import { listSeedProblems } from './validate-seed.ts'

const seed = readSeed()

test('matches the model, and all files exist', async () => {
  expect(await listSeedProblems(seed, { mediaFolder: 'public/media' })).toEqual([])
})

describe('reports seed files that cannot be read', () => {
  let folder: string
  beforeEach(async () => {
    folder = await createTestFolder()
    await cp('cms/seed', folder, { recursive: true, filter: (path) => !path.endsWith('.ts') })
  })

  const readProblems = (): readonly string[] => {
    try {
      readSeed(folder)
      return []
    } catch (error) {
      if (!(error instanceof SeedFileError)) throw error
      return error.lines.map((line) => line.replace(folder, 'seed'))
    }
  }
  const write = (name: string, text: string) => writeFile(join(folder, name), text)

  test('none for the seed, for hidden files and for part files', async () => {
    for (const name of ['.DS_Store', 'home.json.1.part', 'home.json~']) await write(`entries/${name}`, '')
    expect(readProblems()).toEqual([])
    expect(readSeed(folder)).toEqual(seed)
  })

  test('invalid JSON, with its line', async () => {
    await write('entries/home.json', '{\n  "homePage": {}\n  "fact": {}\n}\n')
    expect(readProblems()).toEqual([
      expect.stringMatching(/^seed\/entries\/home\.json:3: is not JSON: Expected ',' or '}' after property value/),
    ])
    await write('assets.json', '[]')
    expect(readProblems()[1]).toBe('seed/assets.json:1: is not a JSON object; correct it, or undo its changes')
  })

  test('a content type in the file of another page, an unknown one, and one without entries', async () => {
    await write('entries/home.json', '{\n  "galleryImage": {},\n  "facts": {},\n  "fact": [],\n  "old": {}\n}\n')
    const isUnknown = 'is not a content type of the model; remove it, or spell it as one of homePage, fact'
    expect(readProblems()).toEqual([
      'seed/entries/home.json:2: galleryImage belongs in cms/seed/entries/gallery.json; move it there',
      expect.stringContaining(`seed/entries/home.json:3: facts ${isUnknown}`),
      'seed/entries/home.json:4: fact is not an object; write { "<entry id>": { <fields> } }',
      expect.stringContaining(`seed/entries/home.json:5: old ${isUnknown}`),
    ])
  })

  test('a folder in the place of a file', async () => {
    await rm(join(folder, 'assets.json'))
    await mkdir(join(folder, 'assets.json'))
    expect(() => readSeed(folder)).toThrow(/assets\.json cannot be read \(EISDIR/)
  })

  test('an unknown file and a missing file', async () => {
    await rename(join(folder, 'entries/home.json'), join(folder, 'entries/start.json'))
    expect(readProblems()).toEqual([
      expect.stringMatching(
        /^seed\/entries\/start\.json: is not a file of the seed; move its entries to .*home\.json.*, or/,
      ),
      'seed/entries/home.json: the file is missing; restore it, or add it',
    ])
  })
})

test('a problem names the line of its field, or of its entry or asset', async () => {
  const readLine = async (changed: Partial<typeof seed>) => {
    const location = { mediaFolder: 'public/media' }
    const [problem = ''] = await listSeedProblems({ assets: [], entries: [], ...changed }, location)
    const [file = '', line] = problem.split(':')
    return (await readFile(file, 'utf8')).split('\n')[Number(line) - 1]?.trim()
  }
  const asset = seed.assets.at(-1)
  const [page, photo] = ['galleryPage', 'galleryImage'].map((type) => seed.entries.find((entry) => entry.type === type))
  if (!asset || !page || !photo) throw new Error('The seed has files, the gallery and photos')
  expect(await readLine({ assets: [{ ...asset, title: '' }] })).toMatch(/^"title":/)
  expect(await readLine({ entries: [{ ...photo, fields: { ...photo.fields, altText: 7 } }] })).toMatch(/^"altText":/)
  // The entries after the page have this field.
  expect(await readLine({ entries: [{ ...page, fields: { altText: 'A' } }] })).toBe(`"${page.id}": {`)
})

test('is in publishing order: link targets come first', () => {
  const published = new Set(seed.assets.map(({ id }) => id))
  for (const entry of seed.entries) {
    expect(getSeedLinks(entry).filter(({ id }) => !published.has(id))).toEqual([])
    published.add(entry.id)
  }
})
