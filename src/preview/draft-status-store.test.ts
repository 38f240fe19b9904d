import { expect, test, vi } from 'vitest'
import { createDraftStatusStore } from './draft-status-store.ts'

test('the first answer of each page is no news, another one is', () => {
  const onChange = vi.fn()
  const watch = createDraftStatusStore(onChange)
  watch.answered('gallery', { title: 'Before' })
  watch.answered('services', { title: 'Before' })
  watch.answered('gallery', { title: 'Before' })
  expect(onChange).not.toHaveBeenCalled()
  watch.answered('gallery', { title: 'After' })
  expect(onChange).toHaveBeenCalledOnce()
})

test('drafts that could not be read are told of until they can', () => {
  const [onChange, listener] = [vi.fn(), vi.fn()]
  const watch = createDraftStatusStore(onChange)
  watch.subscribe(listener)
  watch.failed('gallery', 'unread')
  watch.failed('site', 'unread')
  expect(watch.problem()).toBe('unread')
  expect(onChange).toHaveBeenCalled() // the preview may have ended
  watch.answered('gallery', {})
  expect(watch.problem()).toBe('unread')
  watch.answered('site', {})
  expect(watch.problem()).toBeUndefined()
  expect(listener).toHaveBeenCalledTimes(4)
})

test('what is typed and cannot be shown yet weighs less than drafts that cannot be read', () => {
  const watch = createDraftStatusStore(() => {})
  watch.failed('gallery', 'unfinished')
  expect(watch.problem()).toBe('unfinished')
  watch.failed('site', 'unread')
  expect(watch.problem()).toBe('unread')
  watch.shown('site')
  expect(watch.problem()).toBe('unfinished')
  watch.shown('gallery')
  expect(watch.problem()).toBeUndefined()
})

test('who listens no more hears no more', () => {
  const listener = vi.fn()
  const watch = createDraftStatusStore(() => {})
  watch.subscribe(listener)()
  watch.failed('gallery', 'unread')
  expect(listener).not.toHaveBeenCalled()
})
