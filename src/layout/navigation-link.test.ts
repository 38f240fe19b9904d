import { expect, test } from 'vitest'
import { isCurrentPage } from './navigation-link.tsx'

const routes = ['/', '/gallery', '/services', '/contact'] as const

test.each([
  ['/', '/'],
  ['/gallery', '/gallery'],
  ['/services', '/services'],
  ['/mainlinepipeline', '/services'],
  ['/contact', '/contact'],
])('at %s marks only the item of %s as current', (path, selected) => {
  expect(routes.filter((route) => isCurrentPage(route, path))).toEqual([selected])
})
