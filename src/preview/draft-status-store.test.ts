import { expect, test, vi } from 'vitest'
import { createDraftStatusStore } from './draft-status-store.ts'

test('the first answer of each page is no news, another one is', () => {
  const onChange = vi.fn()
  const watch = createDraftStatusStore(onChange)
  watch.recordResponse('gallery', { title: 'Before' })
  watch.recordResponse('services', { title: 'Before' })
  watch.recordResponse('gallery', { title: 'Before' })
  expect(onChange).not.toHaveBeenCalled()
  watch.recordResponse('gallery', { title: 'After' })
  expect(onChange).toHaveBeenCalledOnce()
})

test('drafts that could not be read are told of until they can', () => {
  const [onChange, listener] = [vi.fn(), vi.fn()]
  const watch = createDraftStatusStore(onChange)
  watch.subscribe(listener)
  watch.recordError('gallery', 'unread')
  watch.recordError('site', 'unread')
  expect(watch.getError()).toBe('unread')
  expect(onChange).toHaveBeenCalled() // the preview may have ended
  watch.recordResponse('gallery', {})
  expect(watch.getError()).toBe('unread')
  watch.recordResponse('site', {})
  expect(watch.getError()).toBeUndefined()
  expect(listener).toHaveBeenCalledTimes(4)
})

test('what is typed and cannot be shown yet weighs less than drafts that cannot be read', () => {
  const watch = createDraftStatusStore(() => {})
  watch.recordError('gallery', 'unfinished')
  expect(watch.getError()).toBe('unfinished')
  watch.recordError('site', 'unread')
  expect(watch.getError()).toBe('unread')
  watch.clearError('site')
  expect(watch.getError()).toBe('unfinished')
  watch.clearError('gallery')
  expect(watch.getError()).toBeUndefined()
})

test('who listens no more hears no more', () => {
  const listener = vi.fn()
  const watch = createDraftStatusStore(() => {})
  watch.subscribe(listener)()
  watch.recordError('gallery', 'unread')
  expect(listener).not.toHaveBeenCalled()
})
