import { expect, test } from 'vitest'
import { StorageError, toStorageError } from './state-error.ts'

const errorWith = (properties: object) => Object.assign(new Error('an error'), properties)

test.each([
  [{ code: 'ENOSPC', syscall: 'write' }, 'There is no space left in state: free some'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'There is no space left in state: free some'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 4_874 }, 'There is no space left in state: free some'],
  [{ code: 'EDQUOT', syscall: 'write' }, 'There is no space left in state: free some'],
  [{ code: 'EACCES', syscall: 'open' }, 'state cannot be written: let this user write it'],
  [{ code: 'EPERM', syscall: 'open' }, 'state cannot be written: let this user write it'],
  [{ code: 'EROFS', syscall: 'open' }, 'state cannot be written: let this user write it'],
  [{ code: 'ENOENT', syscall: 'mkdir' }, 'state cannot be written: let this user write it'],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 1_032 }, 'state cannot be written: let this user write it'],
])('%j is one line with the remedy', (properties, line) => {
  const error = toStorageError('state', errorWith(properties))
  expect(error).toBeInstanceOf(StorageError)
  expect(error.message).toContain(line)
})

test.each([{ code: 'ENOENT', syscall: 'open' }, { code: 'ERR_SQLITE_ERROR', errcode: 11 }, {}])(
  '%j stays as it is',
  (properties) => {
    const error = errorWith(properties)
    expect(toStorageError('state', error)).toBe(error)
  },
)
