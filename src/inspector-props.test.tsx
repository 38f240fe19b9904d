import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SITE_PATHS, type SitePath } from '#shared/site-paths.gen.ts'
import { createBrowserStorage } from './api/browser-storage.ts'
import { createBuildLoader } from './prerender.tsx'
import { createSiteRouter } from './router.tsx'

const storage = createBrowserStorage(() => undefined)

/** Renders a page with the content of the seed, as in the frame of Contentful's editor. */
async function renderInEditor(path: SitePath): Promise<string> {
  const router = createSiteRouter({
    context: {
      queryClient: new QueryClient(),
      contentLoader: createBuildLoader(undefined),
      storages: { local: storage, session: storage },
      getInspectorProps: (entry, field) => ({ 'data-field': `${entry} ${field}` }),
    },
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

/** Some of the fields that an editor opens by a click on the page: of the page, its hero and its lists. */
const FIELDS: Readonly<Record<SitePath, readonly string[]>> = {
  '/': ['home-page watchLabel', 'hero-home header'],
  '/gallery': ['gallery-page gridTitle', 'photo-001-station-low-valves photo', 'hero-gallery poster'],
  '/services': ['services-page introText', 'affiliation-contractorsafe-registry logo'],
  '/contact': ['contact-page formTitle', 'contact-page officeStreet'],
  '/mainlinepipeline': ['mainline-page title', 'mainline-page headerImage', 'mainline-page homeText'],
}

test.each(SITE_PATHS)('§10 Preview: a click on a text of %s opens its field', async (path) => {
  const html = await renderInEditor(path)
  const fields = [...html.matchAll(/data-field="([^"]*)"/g)].map(([, field]) => field)
  expect(fields).toEqual(expect.arrayContaining([...FIELDS[path]]))
})
