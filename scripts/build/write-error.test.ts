import { expect, test } from 'vitest'
import { throwWriteError } from './write-error.ts'

const withErrors = (...errors: readonly unknown[]) => Object.assign(new Error('Build failed'), { errors })

test.each([
  [new Error('ENOSPC: no space left on device, write'), 'There is no space left in dist: free some'],
  [new AggregateError([new Error('EDQUOT: disk quota exceeded, write')]), 'There is no space left in dist: free some'],
  [withErrors(new Error("ENOSPC: no space left on device, copyfile 'a' -> 'b'")), 'There is no space left in dist'],
  [withErrors('No space left on device (os error 28)'), 'There is no space left in dist: free some on its disk'],
  [new Error("EROFS: read-only file system, mkdir 'dist'"), 'dist cannot be written: let this user write it'],
  [withErrors(new Error("EACCES: permission denied, mkdir 'dist'")), 'dist cannot be written: let this user write it'],
])('%s is one line with the remedy', (error, line) => expect(() => throwWriteError('dist')(error)).toThrow(line))

test('other errors stay as they are', () => {
  const error = withErrors(new SyntaxError('Unexpected token'))
  expect(() => throwWriteError('dist')(error)).toThrow(error)
})
