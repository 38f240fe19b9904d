import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { SITE_PATHS, type SitePath } from '#shared/site-paths.gen.ts'
import { createBrowserStorage } from './api/browser-storage.ts'
import { type ContentName, contentNames } from './content/cms-content.ts'
import { entryIdSchema } from './content/parse-content.ts'
import { createBuildLoader } from './prerender.tsx'
import { createSiteRouter } from './router.tsx'

// In the content of the day, two fields may have the same text.
const { mockBundled } = vi.hoisted(() => ({
  mockBundled: async (name: ContentName) => {
    const { queryFirstContent } = await import('#tests/first-content/query-first-content.ts')
    return { default: queryFirstContent(name) }
  },
}))
vi.mock('./content/bundled/site.json', () => mockBundled('site'))
vi.mock('./content/bundled/home.json', () => mockBundled('home'))
vi.mock('./content/bundled/services.json', () => mockBundled('services'))
vi.mock('./content/bundled/gallery.json', () => mockBundled('gallery'))
vi.mock('./content/bundled/contact.json', () => mockBundled('contact'))
vi.mock('./content/bundled/mainline.json', () => mockBundled('mainline'))

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

test('§10 Preview: a click on a heading or a paragraph of a page opens its field', async () => {
  const html = (await Promise.all(SITE_PATHS.map(renderInEditor))).join('')
  const inspected = new Set([...html.matchAll(/data-field="([^"]*)"/g)].map(([, field]) => field))
  const shownTexts = new Set([...html.matchAll(/<(?:h\d|p)\b[^>]*>([^<]+)</g)].map(([, text]) => text))
  for (const name of contentNames.filter((each) => each !== 'site')) {
    const texts = listTexts((await mockBundled(name)).default)
    const shown = texts.filter(({ text, field }) => shownTexts.has(text.split('\n')[0]) && !GROUP_FIELD.test(field))
    expect(shown, name).not.toEqual([])
    expect(shown.filter(({ field }) => !inspected.has(field))).toEqual([])
  }
})
