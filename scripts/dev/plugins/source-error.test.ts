import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import {
  findModelFieldLine,
  findSeedFieldLine,
  formatSourceError,
  toOverlayError,
  toSourceError,
} from './source-error.ts'

describe('source errors', () => {
  test('locates an exception by the first stack frame in this project', () => {
    const error = new ReferenceError('optionl is not defined')
    error.stack = `${error}\n    at run (/packages/node_modules/vite/run.js:1:1)\n    at ${resolve('cms/model/fact.ts')}:9:13`
    expect(toSourceError(error)).toEqual({
      message: 'optionl is not defined',
      file: 'cms/model/fact.ts',
      line: 9,
      column: 13,
    })
  })

  test('locates a compiler error by its message and removes colour codes', () => {
    const error = Object.assign(new Error('\u001B[31mUnterminated string\u001B[0m [ src/theme/tokens.ts:5:9 ]'), {
      id: resolve('src/theme/tokens.ts'),
    })
    expect(toSourceError(error)).toEqual({
      message: 'Unterminated string [ src/theme/tokens.ts:5:9 ]',
      file: 'src/theme/tokens.ts',
      line: 5,
      column: 9,
    })
  })

  test('locates a plugin error by its `loc`, whose columns start at 0', () => {
    const loc = { file: resolve('src/main.tsx'), line: 4, column: 0 }
    expect(toSourceError(Object.assign(new Error('Failed to resolve import'), { loc }))).toMatchObject({
      file: 'src/main.tsx',
      line: 4,
      column: 1,
    })
  })

  test('locates a syntax error by the line above its stack', () => {
    const error = new SyntaxError("Expected ',', got ':'")
    error.stack = `${pathToFileURL('cms/model/fact.ts')}:12\n    text: lineField(\n        ^\n\n${error}\n    at run (node:internal:1:1)`
    expect(toSourceError(error)).toEqual({ message: "Expected ',', got ':'", file: 'cms/model/fact.ts', line: 12 })
  })

  test('converts any other thrown value to a message', () =>
    expect(toSourceError('out of order')).toEqual({ message: 'out of order' }))

  test('the overlay shows the first error with its source lines and lists the others', () => {
    const others = { file: 'cms/seed/entries/home.json', line: 3, message: 'fact-miles: figure is missing' }
    const overlay = toOverlayError([{ file: 'package.json', line: 2, message: 'No name' }, others])
    expect(overlay.loc).toEqual({ file: resolve('package.json'), line: 2, column: 1 })
    expect(overlay.frame).toContain('>    2 |   "name":')
    expect(overlay.message).toBe(`No name\n\n${formatSourceError(others)}`)
    expect(formatSourceError(others)).toBe('cms/seed/entries/home.json:3: fact-miles: figure is missing')
  })

  test('formats an error without a location as its message', () => {
    expect(toOverlayError([{ message: 'The CMS does not respond' }])).toEqual({
      message: 'The CMS does not respond',
      stack: '',
    })
    expect(formatSourceError({ message: 'The CMS does not respond' })).toBe('The CMS does not respond')
  })
})

describe('source lines', () => {
  const SEED = `{
  "fact": {
    "fact-miles": {
      "figure": "250+",
      "unit": "miles"
    },
    "fact-states": {
      "text": "Texas"
    }
  },
  "homePage": {
    "home": {
      "unit": "none"
    }
  }
}
`

  test.each([
    ['fact-miles', 'unit', 5],
    ['fact-states', 'text', 8],
    ['fact-states', 'unit', 7], // no such field: the line of the entry
    ['fact-years', 'unit', undefined],
  ])('finds the line of entry %s, field %s', (id, field, line) => expect(findSeedFieldLine(SEED, id, field)).toBe(line))

  test('finds the line of an asset', () => {
    const assets = '{\n  "red": {\n    "file": "red.jpg"\n  },\n  "blue": {\n    "title": "Blue"\n  }\n}\n'
    expect(findSeedFieldLine(assets, 'blue', 'title')).toBe(6)
    expect(findSeedFieldLine(assets, 'red', 'title')).toBe(2)
  })

  test('finds the line of a field in the model', async () => {
    const source = await readFile('cms/model/fact.ts', 'utf8')
    const line = findModelFieldLine(source, ['unit', 'fact'])
    expect(source.split('\n')[line - 1]).toContain('unit: ')
    expect(findModelFieldLine(source, ['miles'])).toBe(1)
  })
})
