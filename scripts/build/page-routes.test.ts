import { expect, test } from 'vitest'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { findRouteProblems } from './page-routes.ts'

test('§2.1 §11.6 reports a page without a route, and a route without a page', async () => {
  const paths = [...SITE_PATHS.filter((path) => path !== '/gallery'), '/no-such-page']
  expect(await findRouteProblems(paths)).toEqual([
    'The page /no-such-page has no route: add src/routes/no-such-page.tsx, or remove the path in cms/model',
    'src/routes/gallery.tsx is the route of no page: give a content type of cms/model its path, or delete the file',
  ])
})
