import { expect, test } from 'vitest'
import { findImportProblems } from './import-rules.ts'

const TABLE = `
| Folder | Contains | May import |
|---|---|---|
| \`cms/desk\` | the page | \`shared\` |
| \`cms/desk/views/*\` | one folder per view | \`cms/desk/components\`, \`cms/desk/state\` |
| \`cms/desk/components\` | what views share | \`state\` |
| \`cms/desk/state\` | what renders nothing | \`contentful-local/schema\` |
| \`packages/contentful-local\` | the package | nothing |
| \`shared\` | constants | nothing |
`

const DESK = ['main', 'views/add/add', 'views/texts/texts', 'components/dialog', 'state/uploads']
const OTHERS = ['packages/contentful-local/schema.ts', 'packages/contentful-local/server.ts', 'shared/constants.ts']

/** Lists the problems of files, whose text is what they import. */
function check(files: Readonly<Record<string, string>>, table = TABLE) {
  const names = [...DESK.map((name) => `cms/desk/${name}.ts`), ...OTHERS]
  return findImportProblems(new Map([...names.map((name) => [name, ''] as const), ...Object.entries(files)]), table)
}

test.each([
  ['a row below', 'cms/desk/components/dialog.ts', "import { a } from '#cms/desk/state/uploads.ts'"],
  ['a folder inside', 'cms/desk/main.ts', "const view = await import('./views/add/add.ts')"],
  ['what an outer row allows', 'cms/desk/state/uploads.ts', "import '#shared/constants.ts'"],
  ['an entry point of the package', 'cms/desk/state/uploads.ts', "import { a } from 'contentful-local/schema'"],
  ['a module of another package', 'cms/desk/state/uploads.ts', "import { a } from 'react'"],
])('allows %s', (_, file, text) => expect(check({ [file]: text })).toEqual([]))

const STATE = 'cms/desk/state may import packages/contentful-local/schema.ts, shared only'

/** What a file imports, and the problem: the line and the other file, what is allowed, and where what both need belongs. */
test.each([
  [
    'cms/desk/state/uploads.ts',
    "\nimport type { A } from '#cms/desk/components/dialog.ts'",
    `2 imports cms/desk/components/dialog.ts, but ${STATE}`,
    'cms/desk/state',
  ],
  [
    'cms/desk/views/add/add.ts',
    "export * from '../texts/texts.ts'",
    '1 imports cms/desk/views/texts/texts.ts, but cms/desk/views/add may import cms/desk/components, cms/desk/state, shared only',
    'cms/desk/components',
  ],
  [
    'cms/desk/state/uploads.ts',
    "import { a } from 'contentful-local'",
    `1 imports packages/contentful-local/server.ts, but ${STATE}`,
    'packages/contentful-local/schema.ts',
  ],
  [
    'shared/constants.ts',
    "new Worker(new URL('../cms/desk/main.ts', import.meta.url))",
    '1 imports cms/desk/main.ts, but shared imports no other folder',
    'shared',
  ],
])('§11.20 names in %s where it belongs: %j', (file, text, problem, place) => {
  const line = `${file}:${problem} (docs/architecture.md). What both need belongs in ${place}.`
  expect(check({ [file]: text })).toEqual([line])
})

test.each([
  ['#tests/setup/stack.ts', 'tests/setup/stack.ts'],
  ['#local-tests/start-space.ts', 'packages/contentful-local/tests/start-space.ts'],
  ['./uploads.test.ts', 'cms/desk/state/uploads.test.ts'],
])('nothing but a test imports a test: %s', (name, path) => {
  const file = 'cms/desk/state/uploads.ts'
  const problem = `${file}:1 imports ${path}. Tests may import everything, and nothing imports tests: what both need belongs in cms/desk/state.`
  expect(check({ [file]: `import { a } from '${name}'`, [path]: '' })).toEqual([problem])
})

test('§11.20 folders without a row of their own do not import each other either', () => {
  const files = {
    'cms/desk/state/a/first.ts': "import './second.ts'; import { b } from '#cms/desk/state/b/third.ts'",
    'cms/desk/state/a/second.ts': '',
    'cms/desk/state/b/third.ts': "import { a } from '../a/second.ts'",
  }
  const pair = 'cms/desk/state/a and cms/desk/state/b import each other'
  expect(check(files)).toEqual([`${pair}: cms/desk/state/a/first.ts:1 and cms/desk/state/b/third.ts:1.`])
})

test('each folder of a room has a row, each row a folder, and rows import downwards', () => {
  expect(check({ 'server/site/files.ts': '' })).toEqual([
    'server/site has no row in the table of folders in docs/architecture.md.',
  ])
  expect(check({}, `${TABLE}| \`server/site\` | files | \`cms/desk\` |\n`)).toEqual([
    'server/site has a row in docs/architecture.md, but no source file.',
    'server/site may import cms/desk: its row in docs/architecture.md belongs above that one.',
  ])
})
