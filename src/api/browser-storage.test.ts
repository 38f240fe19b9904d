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

test('§3.10 reads and writes the browser’s storage', () => {
  const local = createBrowserStorage(() => localStorage)
  local.set('a', '1')
  expect(stored.get('a')).toBe('1')
  stored.set('a', '2') // another tab
  expect(local.get('a')).toBe('2')
  local.remove('a')
  expect(local.get('a')).toBeNull()
})

test('keeps values in memory without storage, as in a build', () => {
  const local = createBrowserStorage(() => undefined)
  expect(local.get('a')).toBeNull()
  local.set('a', '1')
  expect(local.get('a')).toBe('1')
  local.remove('a')
  expect(local.get('a')).toBeNull()
})

test('keeps the newest value if storage is full', () => {
  const local = createBrowserStorage(() => localStorage)
  local.set('a', 'old')
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  local.set('a', 'new')
  expect(local.get('a')).toBe('new')
  full.mockRestore()
  local.set('a', 'newest')
  expect([local.get('a'), stored.get('a')]).toEqual(['newest', 'newest'])
})
