import { runInNewContext } from 'node:vm'
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { createRequestHandler } from '@tanstack/react-router/ssr/server'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPageData, restorePageData } from './router.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const TEXT = '</script><script>alert("1")</script><!-- & more \u2028'

/** Renders a page and returns its data block, and the data of the router's own inline scripts. */
async function render(content: unknown) {
  const root = createRootRoute({ loader: () => ({ name: 'Site', none: undefined }) })
  const page = createRoute({ getParentRoute: () => root, path: '/some/page', loader: () => content })
  const routeTree = root.addChildren([page])
  let block = ''
  let script = ''
  const handle = createRequestHandler({
    request: new Request('http://site.invalid/some/page'),
    createRouter: () => createRouter({ routeTree }),
  })
  await handle(async ({ router }) => {
    block = renderPageData(router.state.matches, 'a build')
    script =
      router.serverSsr
        ?.takeInitialHydrationScriptTags()
        ?.before.map(({ children }) => children)
        .join(';') ?? ''
    return new Response()
  })
  const element = { remove() {}, previousElementSibling: null }
  const window = { document: { currentScript: element } }
  runInNewContext(`self = this;${script};`, window)
  return { block, ownData: Reflect.get(Reflect.get(window, '$_TSR'), 'router') }
}

test('the data block has what the router’s own scripts have, except the time', async () => {
  const { block, ownData } = await render({ title: TEXT, photos: [{ width: 1, alt: null }] })
  const data = JSON.parse(block.replace(/^<script[^>]*>|<\/script>$/g, ''))
  expect(data.router.matches).toHaveLength(2)
  for (const match of ownData.matches) match.u = 0
  expect(data.router).toEqual(JSON.parse(JSON.stringify(ownData)))
  expect(data.build).toBe('a build')
})

test('escapes texts that would end the block', async () => {
  const { block } = await render({ title: TEXT })
  expect(block).toMatch(/^<script type="application\/json" id="page-data">[^<]*<\/script>$/)
})

test('renders identical blocks for identical content', async () => {
  const first = await render({ title: TEXT })
  await new Promise((resolve) => setTimeout(resolve, 5)) // ms
  expect((await render({ title: TEXT })).block).toBe(first.block)
})

test('in the browser the router finds its data, and the block is removed', () => {
  const remove = vi.fn()
  vi.stubGlobal('window', {})
  vi.stubGlobal('document', {
    getElementById: () => ({ textContent: '{"router":{"matches":[]},"build":"a build"}', remove }),
  })
  expect(restorePageData()).toBe('a build')
  expect(window.$_TSR?.router).toEqual({ matches: [] })
  expect(remove).toHaveBeenCalledOnce()
  window.$_TSR?.h()
  expect(window).not.toHaveProperty('$_TSR')
})
