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

/** Lists the problems of files, whose text is what they import. */
const check = (files: Readonly<Record<string, string>>, table = TABLE) =>
  findImportProblems(
    new Map([
      ['cms/desk/main.ts', ''],
      ['cms/desk/views/add/add.ts', ''],
      ['cms/desk/views/texts/texts.ts', ''],
      ['cms/desk/components/dialog.ts', ''],
      ['cms/desk/state/uploads.ts', ''],
      ['packages/contentful-local/schema.ts', ''],
      ['packages/contentful-local/server.ts', ''],
      ['shared/constants.ts', ''],
      ...Object.entries(files),
    ]),
    table,
  )

test.each([
  ['a row below', 'cms/desk/components/dialog.ts', "import { a } from '#cms/desk/state/uploads.ts'"],
  ['a folder inside', 'cms/desk/main.ts', "const view = await import('./views/add/add.ts')"],
  ['what an outer row allows', 'cms/desk/state/uploads.ts', "import '#shared/constants.ts'"],
  ['an entry point of the package', 'cms/desk/state/uploads.ts', "import { a } from 'contentful-local/schema'"],
  ['a module of another package', 'cms/desk/state/uploads.ts', "import { a } from 'react'"],
])('allows %s', (_, file, text) => expect(check({ [file]: text })).toEqual([]))

const STATE = 'cms/desk/state may import packages/contentful-local/schema.ts, shared only (docs/architecture.md).'

test.each([
  [
    'a type of a row above',
    'cms/desk/state/uploads.ts',
    "\nimport type { A } from '#cms/desk/components/dialog.ts'",
    `cms/desk/state/uploads.ts:2 imports cms/desk/components/dialog.ts, but ${STATE} What both need belongs in cms/desk/state.`,
  ],
  [
    'another folder of the same row',
    'cms/desk/views/add/add.ts',
    "export * from '../texts/texts.ts'",
    'cms/desk/views/add/add.ts:1 imports cms/desk/views/texts/texts.ts, but cms/desk/views/add may import cms/desk/components, cms/desk/state, shared only (docs/architecture.md). What both need belongs in cms/desk/components.',
  ],
  [
    'the files of the outer row',
    'cms/desk/state/uploads.ts',
    "new Worker(new URL('../main.ts', import.meta.url))",
    `cms/desk/state/uploads.ts:1 imports cms/desk/main.ts, but ${STATE} What both need belongs in cms/desk/state.`,
  ],
  [
    'another entry point of the package',
    'cms/desk/state/uploads.ts',
    "import { a } from 'contentful-local'",
    `cms/desk/state/uploads.ts:1 imports packages/contentful-local/server.ts, but ${STATE} What both need belongs in packages/contentful-local/schema.ts.`,
  ],
  [
    'anything, where nothing is allowed',
    'shared/constants.ts',
    "import { a } from '#cms/desk/main.ts'",
    'shared/constants.ts:1 imports cms/desk/main.ts, but shared imports no other folder (docs/architecture.md). What both need belongs in shared.',
  ],
])('names where it belongs: %s', (_, file, text, problem) => expect(check({ [file]: text })).toEqual([problem]))

test.each([
  ['#tests/setup/stack.ts', 'tests/setup/stack.ts'],
  ['#local-tests/start-space.ts', 'packages/contentful-local/tests/start-space.ts'],
  ['./uploads.test.ts', 'cms/desk/state/uploads.test.ts'],
])('nothing but a test imports a test: %s', (name, path) => {
  const file = 'cms/desk/state/uploads.ts'
  const problem = `${file}:1 imports ${path}. Tests may import everything, and nothing imports tests: what both need belongs in cms/desk/state.`
  expect(check({ [file]: `import { a } from '${name}'`, [path]: '' })).toEqual([problem])
})

test('folders without a row of their own do not import each other either', () => {
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
