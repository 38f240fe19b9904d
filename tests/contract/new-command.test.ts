import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'
import { copyProject, type ProjectCopy } from '#tests/setup/process/project-copy.ts'

const SOURCES = [
  ...['cms', 'packages', 'scripts', 'server', 'shared', 'src', 'tests'],
  ...['biome.json', 'codegen.ts', 'index.html', 'knip.json', 'package.json', 'playwright.config.ts'],
  ...['tsconfig.base.json', 'tsconfig.browser.json', 'tsconfig.json', 'tsconfig.server.json', 'tsconfig.tools.json'],
  ...['vite.config.ts', 'vitest.config.ts', '.gitignore'],
]

let copy: ProjectCopy
beforeAll(async () => {
  copy = await copyProject(SOURCES)
  await symlink(resolve('public'), join(copy.folder, 'public'))
})
afterAll(() => copy[Symbol.asyncDispose]())

interface Result {
  readonly code: number
  readonly output: string
}

/** Runs a program in the copy, without the variables of a configured site. */
const run = (program: string, ...args: readonly string[]): Promise<Result> =>
  new Promise((done) => {
    const child = execFile(program, args, { cwd: copy.folder, env: createCommandEnv({}) }, (_, stdout, stderr) =>
      done({ code: child.exitCode ?? -1, output: stdout + stderr }),
    )
  })
const runNode = (...args: readonly string[]) => run(process.execPath, ...args)
const runTool = (name: string, ...args: readonly string[]) => run(join(copy.folder, 'node_modules/.bin', name), ...args)
const runNew = (args: string) => runNode('scripts/new.ts', ...args.split(' '))

const path = (file: string) => join(copy.folder, file)
const read = (file: string) => readFile(path(file), 'utf8')

/** Returns the digest of every file, except packages and the bundled content, which are not committed. */
async function readDigests(): Promise<Readonly<Record<string, string>>> {
  const entries = await Promise.all(
    ['cms', 'shared', 'src'].map((folder) => readdir(path(folder), { recursive: true, withFileTypes: true })),
  )
  const files = entries
    .flat()
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => join(entry.parentPath, entry.name))
  const digests = files.map(
    async (file) =>
      [
        file,
        createHash('sha256')
          .update(await readFile(file))
          .digest('hex'),
      ] as const,
  )
  const isCommitted = ([file]: readonly [string, string]) => !file.includes(join('content', 'bundled'))
  return Object.fromEntries((await Promise.all(digests)).filter(isCommitted))
}

describe('writes nothing and says why for', () => {
  let before: Readonly<Record<string, string>>
  beforeEach(async () => {
    before = await readDigests()
  })

  async function expectRefusal(args: string, message: string) {
    const { code, output } = await runNew(args)
    expect({ code, output: output.trim() }).toEqual({ code: 1, output: expect.stringContaining(message) })
    expect(output).not.toMatch(/^ +at /m)
    expect(await readDigests()).toEqual(before)
  }

  test.each([
    ['page Safety', '"Safety" is not a name of a page: write words of a–z with hyphens between, as in about-us'],
    ['page ../safety', '"../safety" is not a name of a page'],
    ['page safety-page', 'Write the name of the page without "page", as in safety'],
    ['page a-name-that-is-too-long', '"a-name-that-is-too-long" has 23 characters: write at most 20'],
    ['page media', 'The path /media is an address that the server uses itself (/media): choose another'],
    ['page gallery', 'src/routes/gallery.tsx exists already: choose another name, or delete it'],
    ['page site', 'src/content/site.ts exists already: choose another name, or delete it'],
    ['field facts source', 'There is no content type "facts": use affiliation, contactPage, fact'],
    ['field fact unit', 'fact has a field unit already: choose another name'],
    ['field fact the-source', '"the-source" is not a name of a field: write at most 50 of a–z, A–Z and 0–9'],
    ['field fact sys', '"sys"'],
  ])('%s', (args, message) => expectRefusal(args, message))

  test('a page that is written in part', async () => {
    await writeFile(path('src/routes/safety.tsx'), '')
    before = await readDigests()
    await expectRefusal('page safety', 'src/routes/safety.tsx exists already')
    await rm(path('src/routes/safety.tsx'))
  })

  test('generated files that are out of date', async () => {
    const model = await read('cms/model/model.gen.ts')
    await writeFile(path('cms/model/model.gen.ts'), model.replace('  fact,\n', ''))
    before = await readDigests()
    await expectRefusal('page safety', 'cms/model/model.gen.ts: out of date; run npm run types first')
    await writeFile(path('cms/model/model.gen.ts'), model)
  })

  test('a folder that cannot be created', async () => {
    await writeFile(path('src/pages/safety'), '')
    before = await readDigests()
    await expectRefusal('page safety', 'Nothing is written, because a file operation failed')
    await rm(path('src/pages/safety'))
  })

  test('a page that makes the seed invalid', async () => {
    const site = await read('cms/seed/entries/site.json')
    await writeFile(path('cms/seed/entries/site.json'), site.replace('"/mainline-pipeline"', '"/safety"'))
    before = await readDigests()
    await expectRefusal(
      'page safety',
      'A page has this address, and visitors would see it instead: choose another address',
    )
    await writeFile(path('cms/seed/entries/site.json'), site.replace('{', '{,'))
    before = await readDigests()
    await expectRefusal('page safety', 'cms/seed/entries/site.json cannot be read')
    await writeFile(path('cms/seed/entries/site.json'), site)
  })
})

test('writes the six files of a page, and generates the others', async () => {
  const before = await readDigests()
  const { code, output } = await runNew('page safety')
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('The page /safety is added.') })

  const after = await readDigests()
  const changed = Object.keys(after).filter((file) => before[file] !== after[file])
  const isGenerated = (file: string) => /\.gen\.ts$|\.graphql$|\/generated\//.test(file)
  const written = changed.map((file) => file.slice(copy.folder.length + 1).replaceAll('\\', '/'))
  expect(written.filter((file) => !isGenerated(file)).sort()).toEqual([
    'cms/model/safety-page.ts',
    'cms/seed/entries/safety.json',
    'cms/seed/entries/site.json',
    'src/content/safety.ts',
    'src/pages/safety/safety-page.tsx',
    'src/routes/safety.tsx',
  ])
  expect(await runNode('scripts/cms.ts', 'types', '--check')).toMatchObject({ code: 0 })
})

test('the new page passes the compiler', () => expectNoTypeErrors())

test('the new page passes the linter', () => expectCleanLint())

test('the new page is in navigation and preview', async () => {
  expect(await readModelFacts()).toEqual({ preview: '/safety', navigation: 'nav-safety' })
})

test('the new page is in the sitemap and is prerendered', async () => {
  expect(await runNode('tests/contract/build-pages-child.ts')).toMatchObject({ code: 0, output: 'built\n' })
  expect(await read('dist/sitemap.xml')).toContain('/safety</loc>')
  const html = await read('dist/safety/index.html')
  expect(html).toContain('<title>Safety | Blackland Energy Services</title>')
  expect(html).toMatch(/<h1[^>]*>.*Built to stay in service/)
  expect(await read('dist/index.html')).toContain('href="/safety"')
})

test.each([
  ['fact source', 'source: z.nullish(textSchema),'],
  ['pipelineStage depth --kind number', 'depth: z.nullish(z.number()),'],
  ['galleryPage intro --kind text', 'intro: z.nullish(paragraphsSchema),'],
  ['servicePanel icon --kind image', 'iconAlt: z.nullish(textSchema),'],
])('adds the field %s', async (args, definition) => {
  const { code, output } = await runNew(`field ${args}`)
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('Next:') })
  const [, contentFile = ''] = /^ {2}(src\/content\/\w+\.ts)$/m.exec(output) ?? []
  expect(await read(contentFile)).toContain(definition)
})

test('the new fields pass the compiler', () => expectNoTypeErrors())

test('the new fields pass the linter', () => expectCleanLint())

/**
 * Checks all files: a change of the model affects nearly all. In one thread, because each further thread checks the
 * shared types again, while other test files wait for the processor.
 */
const expectNoTypeErrors = async () =>
  expect(await runTool('tsc', '--build', '--singleThreaded', '--incremental', 'false')).toEqual({ code: 0, output: '' })

async function expectCleanLint(): Promise<void> {
  const args = ['check', '--error-on-warnings', '--vcs-enabled=false', 'cms', 'shared', 'src']
  expect(await runTool('biome', ...args)).toMatchObject({ code: 0 })
}

/** Returns what the copy derives from its model and its seed for the new page. */
async function readModelFacts(): Promise<unknown> {
  const script = `
    import { model } from './cms/model/model.gen.ts'
    import { getPreviewPaths } from './cms/model/preview-paths.ts'
    import { readSeed } from './cms/seed/read-seed.ts'
    const settings = readSeed().entries.find(({ type }) => type === 'siteSettings')
    console.log(JSON.stringify({
      preview: getPreviewPaths(Object.values(model)).get('safetyPage'),
      navigation: settings.fields.navigation.at(-1),
    }))`
  const { output } = await runNode('--input-type=module', '--eval', script)
  return JSON.parse(output)
}
