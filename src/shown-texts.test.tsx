import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { SITE_PATHS, type SitePath } from '#shared/site-paths.gen.ts'
import { queryFirstContent } from '#tests/first-content/query-first-content.ts'
import { createBrowserStorage } from './api/browser-storage.ts'
import { contentNames } from './content/cms-content.ts'

for (const name of contentNames)
  vi.doMock(`./content/bundled/${name}.json`, () => ({ default: queryFirstContent(name) }))
vi.resetModules()
const { createBuildLoader } = await import('./prerender.tsx')
const { createSiteRouter } = await import('./router.tsx')

const storage = createBrowserStorage(() => undefined)

async function renderPage(path: SitePath): Promise<string> {
  const router = createSiteRouter({
    context: {
      queryClient: new QueryClient(),
      contentLoader: createBuildLoader(undefined),
      storages: { local: storage, session: storage },
    },
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

/** Returns the texts of a response. */
function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}

/** The texts of HTML, and those of attributes that visitors see or hear. */
const listShownTexts = (html: string) =>
  [...html.matchAll(/(?<=>)[^<]+(?=<)|(?<=\b(?:alt|aria-label|placeholder|title)=")[^"]+/g)].map(([text]) =>
    text.trim(),
  )

test('§10.1 every text that visitors see is one of Contentful, except numbers and the names of networks', async () => {
  const all = contentNames.flatMap((name) => listTexts(queryFirstContent(name)))
  const lines = all.flatMap((text) => text.split(/\n|\{\w+\}/))
  const texts = new Set(lines.map((line) => renderToStaticMarkup(line.trim())))
  const html = (await Promise.all(SITE_PATHS.map(renderPage))).join('')
  const shown = new Set(listShownTexts(html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '')))
  const others = [...shown].filter((text) => !texts.has(text) && !texts.has(text.replace(/^\d+ ?/, '')))
  expect(others.filter((text) => Number.isNaN(Number(text)))).toEqual(['Facebook', 'LinkedIn'])
})
