import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'

/** Renders a component with links to pages of the site, as it is at a path. Returns the HTML. */
export async function renderWithRouter(
  element: ReactNode,
  path = '/',
  staticData: StaticDataRouteOption = {},
): Promise<string> {
  const root = createRootRoute({ component: () => element })
  const pages = SITE_PATHS.map((sitePath) => createRoute({ getParentRoute: () => root, path: sitePath, staticData }))
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree: root.addChildren(pages), history })
  await router.load()
  return renderToStaticMarkup(<RouterProvider router={router} />)
}
