import { beforeEach, expect, test, vi } from 'vitest'
import { createBrowserStorage } from './browser-storage.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

test('reads and writes the browser’s storage', () => {
  const local = createBrowserStorage('localStorage')
  local.set('a', '1')
  expect(stored.get('a')).toBe('1')
  stored.set('a', '2') // another tab
  expect(local.get('a')).toBe('2')
  local.remove('a')
  expect(local.get('a')).toBeNull()
})

test('falls back to memory if the browser denies storage', () => {
  vi.stubGlobal('localStorage', undefined)
  const local = createBrowserStorage('localStorage')
  expect(local.get('a')).toBeNull()
  local.set('a', '1')
  expect(local.get('a')).toBe('1')
  local.remove('a')
  expect(local.get('a')).toBeNull()
})

test('returns the newer value if the storage was full', () => {
  const local = createBrowserStorage('localStorage')
  local.set('a', 'old')
  const setItem = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  local.set('a', 'new')
  expect(local.get('a')).toBe('new')
  setItem.mockRestore()
  local.set('a', 'newest')
  expect([local.get('a'), stored.get('a')]).toEqual(['newest', 'newest'])
})
