import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { MODEL_FILE, SITE_PATHS_FILE } from './update-generated-file.ts'
import { type ModelExport, readModelExports, renderModelFiles } from './update-model-files.ts'

const createType = (id: string, changes: Partial<ModelExport> = {}): ModelExport =>
  Object.assign({ file: `${id}.ts`, name: id, id, links: [], idLine: 4, pathLine: 7 }, changes)
const home = createType('home', { path: '/' })

const render = (...types: readonly ModelExport[]) => {
  const files = renderModelFiles([home, ...types])
  return { model: files.get(MODEL_FILE) ?? '', paths: files.get(SITE_PATHS_FILE) ?? '' }
}

test('lists link targets before the content types that link to them', () => {
  const { model } = render(createType('album', { links: ['photo'] }), createType('photo'), createType('zebra'))
  expect([...model.matchAll(/^ {2}(\w+),$/gm)].map(([, name]) => name)).toEqual(['home', 'photo', 'album', 'zebra'])
  expect(model).toContain("import { album } from './album.ts'\n")
})

test('lists the paths of pages, / first', () => {
  const { paths } = render(createType('b', { path: '/b' }), createType('photo'), createType('a-page', { path: '/a' }))
  expect(paths).toContain("export const SITE_PATHS = ['/', '/a', '/b'] as const\n")
})

test.each<[problem: string, ...types: ModelExport[]]>([
  [
    'other.ts:4: the id fact is already used in cms/model/fact.ts; choose another',
    createType('fact'),
    createType('fact', { file: 'other.ts' }),
  ],
  [
    'news.ts:4: the content type news is exported as figure; give both the same name',
    createType('news', { name: 'figure' }),
  ],
  ['news.ts:7: cms/model/home.ts:7 has the same path, /; change one', createType('news', { path: '/' })],
  [
    'news.ts:7: the path /News/today is invalid; write / and one word of a–z, 0–9 and hyphens, as in /gallery',
    createType('news', { path: '/News/today' }),
  ],
  [
    'news.ts:7: the path /$id is invalid; write / and one word of a–z, 0–9 and hyphens, as in /gallery',
    createType('news', { path: '/$id' }),
  ],
  [
    'newsPage.ts:7: newsPage and news have the same seed file, news.json; rename one',
    createType('news', { path: '/a' }),
    createType('newsPage', { path: '/b' }),
  ],
  [
    'sitePage.ts:7: the seed file of sitePage would be site.json, which has the entries of all pages; rename it',
    createType('sitePage', { path: '/a' }),
  ],
  [
    'news.ts:7: the path /media is an address that the server uses itself (/media): choose another',
    createType('news', { path: '/media' }),
  ],
  [
    'news.ts:4: news links to story, which no file of cms/model exports; export it',
    createType('news', { links: ['story'] }),
  ],
])('§2.3 rejects %s', (problem, ...types) => {
  const error = expect.objectContaining({ name: 'UserError', message: `cms/model/${problem}` })
  expect(() => render(...types)).toThrow(error)
})

test('rejects a model without the page /', () => {
  expect(() => renderModelFiles([createType('fact')])).toThrow("No content type of cms/model has the path '/': add it")
})

test('reads the lines of id and path of each content type', async () => {
  for (const { file, id, path, idLine = 0, pathLine = 0 } of await readModelExports('cms/model')) {
    const lines = ['', ...(await readFile(join('cms/model', file), 'utf8')).split('\n')]
    expect(lines[idLine], file).toMatch(`  id: '${id}',`)
    expect(lines[pathLine], file).toMatch(path ? `  path: '${path}',` : '')
  }
})

test.each([
  ['a kind that does not exist', 'color: colorField({ help })', '3: The requested module'],
  ['a list of numbers', "prices: listField('number', { help })", '8: a list cannot have "number"'],
])('names file and line of %s', async (_, fields, problem) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'model-'))
  const names = /colorField/.test(fields) ? 'colorField' : 'lineField, listField'
  const definitions = pathToFileURL('cms/model/field-definitions.ts')
  const text = `const help = ''
import { defineContentType } from '${definitions}'
import { ${names} } from '${definitions}'

export const fact = defineContentType({
  id: 'fact', name: 'Fact', description: '', title: 'text',
  fields: {
    ${fields},
  },
})`
  await writeFile(join(folder.path, 'fact.ts'), text)
  const message = expect.stringContaining(`${folder.path}/fact.ts:${problem}`)
  await expect(readModelExports(folder.path)).rejects.toMatchObject({ name: 'UserError', message })
})
