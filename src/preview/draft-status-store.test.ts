import { expect, test, vi } from 'vitest'
import { createDraftStatusStore } from './draft-status-store.ts'

test('calls onChange when the response of a page changes, but not for its first one', () => {
  const onChange = vi.fn()
  const store = createDraftStatusStore(onChange)
  store.recordResponse('gallery', { title: 'Before' })
  store.recordResponse('services', { title: 'Before' })
  store.recordResponse('gallery', { title: 'Before' })
  expect(onChange).not.toHaveBeenCalled()
  store.recordResponse('gallery', { title: 'After' })
  expect(onChange).toHaveBeenCalledOnce()
})

test('reports a read error until all pages have been read', () => {
  const [onChange, listener] = [vi.fn(), vi.fn()]
  const store = createDraftStatusStore(onChange)
  store.subscribe(listener)
  store.recordError('gallery', 'unread')
  store.recordError('site', 'unread')
  expect(store.getError()).toBe('unread')
  expect(onChange).toHaveBeenCalled() // the preview session may have ended
  store.recordResponse('gallery', {})
  expect(store.getError()).toBe('unread')
  store.recordResponse('site', {})
  expect(store.getError()).toBeUndefined()
  expect(listener).toHaveBeenCalledTimes(4)
})

test('prefers read errors over unfinished drafts', () => {
  const store = createDraftStatusStore(() => {})
  store.recordError('gallery', 'unfinished')
  expect(store.getError()).toBe('unfinished')
  store.recordError('site', 'unread')
  expect(store.getError()).toBe('unread')
  store.clearError('site')
  expect(store.getError()).toBe('unfinished')
  store.clearError('gallery')
  expect(store.getError()).toBeUndefined()
})

test('does not call a listener after it unsubscribed', () => {
  const listener = vi.fn()
  const store = createDraftStatusStore(() => {})
  store.subscribe(listener)()
  store.recordError('gallery', 'unread')
  expect(listener).not.toHaveBeenCalled()
})
