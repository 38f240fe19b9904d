import { QueryClient } from '@tanstack/react-query'
import { createRootRoute } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBrowserStorage } from '#src/api/browser-storage.ts'
import { mapSeedContent } from '#src/content/cms-content.ts'
import { OtherBuildError } from '#src/content/content-files.ts'
import type { ContentLoader } from '#src/content/content-query.ts'
import { loadPage } from './-load-page.ts'

const reload = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  reload.mockClear()
  vi.stubGlobal('document', { querySelectorAll: () => [] })
  vi.stubGlobal('location', { pathname: '/contact', reload })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Loads Services as the router does for a link on Contact, and waits longer than a page does. */
async function followLink({ isHovered }: { readonly isHovered: boolean }, load: ContentLoader['load']) {
  if (!isHovered) location.pathname = '/services' // the router changes the address first
  const storage = createBrowserStorage(() => undefined)
  const result = loadPage('services', {
    context: {
      queryClient: new QueryClient(),
      contentLoader: { load, shouldRetry: () => false, isSeedShown: () => false },
      storages: { local: storage, session: storage },
    },
    route: createRootRoute({ component: Object.assign(() => null, { preload: () => new Promise<void>(() => {}) }) }),
    preload: isHovered,
    location: { pathname: '/services' },
  })
  const states: string[] = []
  result.then(
    () => states.push('loaded'),
    () => states.push('failed'),
  )
  await vi.advanceTimersByTimeAsync(15_000)
  return states
}

test.each([
  ['an opened page', false, 1],
  ['a page whose link is only hovered', true, 0],
])('a script without a response: %s', async (_, isHovered, reloads) => {
  await followLink({ isHovered }, async (name) => mapSeedContent(name))
  expect(reload).toHaveBeenCalledTimes(reloads)
})

test.each([
  ['an opened page is loaded again, and the page before stays until then', false, 1, []],
  ['a page whose link is only hovered fails', true, 0, ['failed']],
])('content of another build: %s', async (_, isHovered, reloads, states) => {
  const result = await followLink({ isHovered }, () => Promise.reject(new OtherBuildError('other')))
  expect(reload).toHaveBeenCalledTimes(reloads)
  expect(result).toEqual(states)
})
