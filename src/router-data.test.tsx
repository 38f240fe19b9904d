import { runInNewContext } from 'node:vm'
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { createRequestHandler } from '@tanstack/react-router/ssr/server'
import { afterEach, expect, test, vi } from 'vitest'
import { renderRouterData, restoreRouterData } from './router.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const TEXT = '</script><script>alert("1")</script><!-- & more \u2028'

/** Renders a page with this content. Returns its data element and the data of the router's own inline scripts. */
async function render(content: unknown) {
  const root = createRootRoute({ loader: () => ({ name: 'Site', none: undefined }) })
  const page = createRoute({ getParentRoute: () => root, path: '/some/page', loader: () => content })
  const routeTree = root.addChildren([page])
  let element = ''
  let script = ''
  const handle = createRequestHandler({
    request: new Request('http://site.invalid/some/page'),
    createRouter: () => createRouter({ routeTree }),
  })
  await handle(async ({ router }) => {
    element = renderRouterData(router.state.matches)
    script =
      router.serverSsr
        ?.takeInitialHydrationScriptTags()
        ?.before.map(({ children }) => children)
        .join(';') ?? ''
    return new Response()
  })
  const currentScript = { remove() {}, previousElementSibling: null }
  const window = { document: { currentScript } }
  runInNewContext(`self = this;${script};`, window)
  return { element, scriptData: Reflect.get(Reflect.get(window, '$_TSR'), 'router') }
}

test('contains the data of the router’s own scripts, except the time', async () => {
  const { element, scriptData } = await render({ title: TEXT, photos: [{ width: 1, alt: null }] })
  const data = JSON.parse(element.replace(/^<script[^>]*>|<\/script>$/g, ''))
  expect(data.matches).toHaveLength(2)
  for (const match of scriptData.matches) match.u = 0
  expect(data).toEqual(JSON.parse(JSON.stringify(scriptData)))
})

test('escapes text that would end the element', async () => {
  const { element } = await render({ title: TEXT })
  expect(element).toMatch(/^<script type="application\/json" id="router-data">[^<]*<\/script>$/)
})

test('renders the same bytes for the same content', async () => {
  const first = await render({ title: TEXT })
  await new Promise((resolve) => setTimeout(resolve, 5)) // ms
  expect((await render({ title: TEXT })).element).toBe(first.element)
})

test('restores the router’s data and removes the element', () => {
  const remove = vi.fn()
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', { getElementById: () => ({ textContent: '{"matches":[]}', remove }) })
  restoreRouterData()
  expect(window.$_TSR?.router).toEqual({ matches: [] })
  expect(remove).toHaveBeenCalledOnce()
  window.$_TSR?.h()
  expect(window).not.toHaveProperty('$_TSR')
})

test('throws if the page has no data element', () => {
  vi.stubGlobal('document', { getElementById: () => null })
  expect(restoreRouterData).toThrow('The page has no #router-data')
})
