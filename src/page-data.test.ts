import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPageData, restorePageData } from './page-data.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const TEXT = '</script><script>alert("1")</script><!-- & more \u2028'

/** Fetches content, as the loader of a route does, and renders the data block of its page. */
async function render(content: unknown): Promise<string> {
  const queryClient = new QueryClient()
  await queryClient.ensureQueryData({ queryKey: ['content', 'page'], queryFn: () => content })
  return renderPageData(queryClient, 'a build')
}

test('in the browser the content is in the cache, to be fetched again, and the block is removed', async () => {
  const content = { title: TEXT, photos: [{ width: 1, alt: null }] }
  const block = await render(content)
  const remove = vi.fn<() => void>()
  vi.stubGlobal('document', {
    getElementById: (id: string) => ({
      textContent: block.replace(`<script type="application/json" id="${id}">`, '').replace(/<\/script>$/, ''),
      remove,
    }),
  })
  const queryClient = new QueryClient()
  expect(restorePageData(queryClient)).toBe('a build')
  expect(queryClient.getQueryState(['content', 'page'])).toMatchObject({ status: 'success', data: content })
  expect(queryClient.getQueryState(['content', 'page'])?.dataUpdatedAt).toBe(0)
  expect(remove).toHaveBeenCalledOnce()
})

test('escapes texts that would end the block', async () => {
  expect(await render({ title: TEXT })).toMatch(/^<script type="application\/json" id="page-data">[^<]*<\/script>$/)
})

test('renders identical blocks for identical content', async () => {
  const first = await render({ title: TEXT })
  vi.spyOn(Date, 'now').mockReturnValueOnce(Date.now() + 5)
  expect(await render({ title: TEXT })).toBe(first)
})
