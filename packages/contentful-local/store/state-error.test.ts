import { expect, test } from 'vitest'
import { DamagedStateError, StorageError, toStateError, toStorageError } from './state-error.ts'

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
])('%j is one line with the remedy, also when the folder is opened', (properties, line) => {
  for (const toError of [toStorageError, toStateError]) {
    const error = toError('state', errorWith(properties))
    expect(error).toBeInstanceOf(StorageError)
    expect(error).toMatchObject({ message: expect.stringContaining(line), code: 'ERR_STATE_FOLDER' })
  }
})

test.each([1, 11, 14, 26, 267, 'EEXIST', 'ENOTDIR'])('%s when a folder is opened is damage', (code) => {
  const cause = errorWith(typeof code === 'number' ? { code: 'ERR_SQLITE_ERROR', errcode: code } : { code })
  const message = "The local Contentful's state in state cannot be used: an error"
  expect(toStateError('state', cause)).toEqual(new DamagedStateError('state', 'an error'))
  expect(toStateError('state', cause)).toMatchObject({ name: 'DamagedStateError', message, cause })
})

test.each([{ code: 'ENOENT', syscall: 'open' }, { code: 'ERR_SQLITE_ERROR', errcode: 11 }, {}])(
  '%j stays as it is',
  (properties) => {
    const error = errorWith(properties)
    expect(toStorageError('state', error)).toBe(error)
  },
)
