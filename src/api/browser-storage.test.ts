import { beforeEach, expect, test, vi } from 'vitest'
import { createBrowserStorage } from './browser-storage.ts'

const held = new Map<string, string>()

beforeEach(() => {
  held.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => held.set(key, value),
    removeItem: (key: string) => held.delete(key),
  })
})

test('is the browser’s', () => {
  const local = createBrowserStorage('localStorage')
  local.set('a', '1')
  expect(held.get('a')).toBe('1')
  held.set('a', '2') // another tab
  expect(local.get('a')).toBe('2')
  local.remove('a')
  expect(local.get('a')).toBeNull()
})

test('where the browser forbids it, this page remembers', () => {
  vi.stubGlobal('localStorage', undefined)
  const local = createBrowserStorage('localStorage')
  expect(local.get('a')).toBeNull()
  local.set('a', '1')
  expect(local.get('a')).toBe('1')
  local.remove('a')
  expect(local.get('a')).toBeNull()
})

test('where it is full, what is newer counts', () => {
  const local = createBrowserStorage('localStorage')
  local.set('a', 'old')
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  local.set('a', 'new')
  expect(local.get('a')).toBe('new')
  full.mockRestore()
  local.set('a', 'newest')
  expect([local.get('a'), held.get('a')]).toEqual(['newest', 'newest'])
})
