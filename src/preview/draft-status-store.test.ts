import { expect, test, vi } from 'vitest'
import { createDraftStatusStore } from './draft-status-store.ts'

test('calls onChange for a changed response, not for the first one of a page', () => {
  const onChange = vi.fn()
  const store = createDraftStatusStore(onChange)
  store.recordResponse('gallery', { title: 'Before' })
  store.recordResponse('services', { title: 'Before' })
  store.recordResponse('gallery', { title: 'Before' })
  expect(onChange).not.toHaveBeenCalled()
  expect([store.hasResponse('gallery'), store.hasResponse('home')]).toEqual([true, false])
  store.recordResponse('gallery', { title: 'After' })
  expect(onChange).toHaveBeenCalledOnce()
})

test('reports unread drafts until they can be read', () => {
  const [onChange, listener] = [vi.fn(), vi.fn()]
  const store = createDraftStatusStore(onChange)
  const unsubscribe = store.subscribe(listener)
  store.recordError('gallery', 'unread')
  store.recordError('site', 'unread')
  expect(store.getError()).toBe('unread')
  expect(onChange).toHaveBeenCalled() // the preview may have ended
  store.recordResponse('gallery', {})
  expect(store.getError()).toBe('unread')
  store.recordResponse('site', {})
  expect(store.getError()).toBeUndefined()
  store.recordResponse('site', {})
  expect(listener, 'for changes only').toHaveBeenCalledTimes(4)
  unsubscribe()
  store.recordError('site', 'unread')
  expect(listener).toHaveBeenCalledTimes(4)
})

test('unread drafts take precedence over unfinished ones', () => {
  const onChange = vi.fn()
  const store = createDraftStatusStore(onChange)
  store.recordError('gallery', 'unfinished')
  expect(store.getError()).toBe('unfinished')
  expect(onChange).not.toHaveBeenCalled() // at each keystroke
  store.recordError('site', 'unread')
  expect(store.getError()).toBe('unread')
  store.clearError('site')
  expect(store.getError()).toBe('unfinished')
  store.clearError('gallery')
  expect(store.getError()).toBeUndefined()
})
