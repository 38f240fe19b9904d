import { expect, test } from 'vitest'
import { throwWriteError } from './write-error.ts'

const withErrors = (...errors: readonly unknown[]) => Object.assign(new Error('Build failed'), { errors })
const FULL = 'There is no space left in dist: free some on its disk'
const READ_ONLY = 'dist cannot be written: let this user write it'

test.each([
  [new Error('ENOSPC: no space left on device, write'), FULL],
  [new AggregateError([new Error('EDQUOT: disk quota exceeded, write')]), FULL],
  [withErrors('No space left on device (os error 28)'), FULL],
  [withErrors(new Error("EACCES: permission denied, mkdir 'dist'")), READ_ONLY],
  [new Error("EPERM: operation not permitted, mkdir 'dist'"), READ_ONLY],
])('%s is one line with the remedy', (error, line) => expect(() => throwWriteError('dist')(error)).toThrow(line))

test('other errors stay as they are', () => {
  const error = withErrors(new SyntaxError('Unexpected token'))
  expect(() => throwWriteError('dist')(error)).toThrow(error)
})
