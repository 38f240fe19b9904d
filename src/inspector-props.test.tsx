import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { SITE_PATHS, type SitePath } from '#shared/site-paths.gen.ts'
import { queryFirstContent } from '#tests/first-content/query-first-content.ts'
import { createBrowserStorage } from './api/browser-storage.ts'
import { contentNames } from './content/cms-content.ts'
import { entryIdSchema } from './content/parse-content.ts'

// In the content of the day, two fields may have the same text.
for (const name of contentNames)
  vi.doMock(`./content/bundled/${name}.json`, () => ({ default: queryFirstContent(name) }))
vi.resetModules()
const { createBuildLoader } = await import('./prerender.tsx')
const { createSiteRouter } = await import('./router.tsx')

const storage = createBrowserStorage(() => undefined)

/** Renders a page as in the frame of Contentful's editor. */
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

/** Returns the texts of a response, each with the entry and the field that has it. */
function listTexts(value: unknown, field = ''): readonly { readonly field: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ field, text: value }]
  if (typeof value !== 'object' || value === null) return []
  const id = entryIdSchema.safeParse(value).data?.sys.id
  return Object.entries(value).flatMap(([name, part]) => listTexts(part, `${id} ${name}`))
}

/** Fields by which the entries of a list are grouped: a heading belongs to several entries. */
const GROUP_FIELD = / kind$/

test('§10.11 a click on a heading or a paragraph of a page opens its field', async () => {
  const html = (await Promise.all(SITE_PATHS.map(renderInEditor))).join('')
  const inspected = new Set([...html.matchAll(/data-field="([^"]*)"/g)].map(([, field]) => field))
  const shownTexts = new Set([...html.matchAll(/<(?:h\d|p)\b[^>]*>([^<]+)</g)].map(([, text]) => text))
  for (const name of contentNames.filter((each) => each !== 'site')) {
    const texts = listTexts(queryFirstContent(name))
    const shown = texts.filter(({ text, field }) => shownTexts.has(text.split('\n')[0]) && !GROUP_FIELD.test(field))
    expect(shown, name).not.toEqual([])
    expect(shown.filter(({ field }) => !inspected.has(field))).toEqual([])
  }
})

/** The texts of HTML, and those of attributes that visitors see or hear. */
const listShownTexts = (html: string) =>
  [...html.matchAll(/(?<=>)[^<]+(?=<)|(?<=\b(?:alt|aria-label|placeholder|title)=")[^"]+/g)].map(([text]) =>
    text.trim(),
  )

test('§10.1 every text that visitors see is one of Contentful, except numbers and the names of networks', async () => {
  const all = contentNames.flatMap((name) => listTexts(queryFirstContent(name)))
  const lines = all.flatMap(({ text }) => text.split(/\n|\{\w+\}/))
  const texts = new Set(lines.map((line) => renderToStaticMarkup(line.trim())))
  const html = (await Promise.all(SITE_PATHS.map(renderInEditor))).join('')
  const shown = new Set(listShownTexts(html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '')))
  const others = [...shown].filter((text) => !texts.has(text) && !texts.has(text.replace(/^\d+ ?/, '')))
  expect(others.filter((text) => Number.isNaN(Number(text)))).toEqual(['Facebook', 'LinkedIn'])
})
