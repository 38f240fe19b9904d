import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { formatSourceError, toOverlayError, toSourceError } from './source-error.ts'

test('an exception has the place of its first line of the stack in this project', () => {
  const error = new ReferenceError('optionl is not defined')
  error.stack = `${error}\n    at run (/packages/node_modules/vite/run.js:1:1)\n    at ${resolve('cms/model/fact.ts')}:9:13`
  expect(toSourceError(error)).toEqual({
    message: 'optionl is not defined',
    file: 'cms/model/fact.ts',
    line: 9,
    column: 13,
  })
})

test('an error of the compiler names its place in the message, in colours', () => {
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

test('an error of a plugin has its place beside the message; columns begin at 0 there', () => {
  const loc = { file: resolve('src/main.tsx'), line: 4, column: 0 }
  expect(toSourceError(Object.assign(new Error('Failed to resolve import'), { loc }))).toMatchObject({
    file: 'src/main.tsx',
    line: 4,
    column: 1,
  })
})

test('whatever else was thrown has a message', () =>
  expect(toSourceError('out of order')).toEqual({ message: 'out of order' }))

test('the overlay opens at the first error, shows its lines and lists the others', () => {
  const others = { file: 'cms/seed/entries/fact.json', line: 3, message: 'fact-miles: figure is missing' }
  const overlay = toOverlayError([{ file: 'package.json', line: 2, message: 'No name' }, others])
  expect(overlay.loc).toEqual({ file: resolve('package.json'), line: 2, column: 1 })
  expect(overlay.frame).toContain('>    2 |   "name":')
  expect(overlay.message).toBe(`No name\n\n${formatSourceError(others)}`)
  expect(formatSourceError(others)).toBe('cms/seed/entries/fact.json:3: fact-miles: figure is missing')
})

test('an error without a place is a message', () => {
  expect(toOverlayError([{ message: 'The CMS does not answer' }])).toEqual({
    message: 'The CMS does not answer',
    stack: '',
  })
  expect(formatSourceError({ message: 'The CMS does not answer' })).toBe('The CMS does not answer')
})
