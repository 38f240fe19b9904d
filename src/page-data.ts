import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'

const ELEMENT_ID = 'page-data'

/** What a prerendered page contains for its scripts. */
interface PageData {
  /** The content that the page was rendered from. */
  readonly content: Pick<DehydratedState, 'queries'>
  /** The build of the site that the page belongs to. */
  readonly build: string
}

/**
 * Renders the data that are needed to hydrate a prerendered page, as a data block: the hash of an inline script in the
 * Content-Security-Policy would change with the content.
 */
export function renderPageData(queryClient: QueryClient, build: string): string {
  const { queries } = dehydrate(queryClient)
  const data: PageData = { content: { queries: queries.map(withoutTimes) }, build }
  const json = JSON.stringify(data).replaceAll('<', '\\u003c') // so that no text can end the element
  return `<script type="application/json" id="${ELEMENT_ID}">${json}</script>`
}

/** Identical content renders identical bytes, and the content of a page is fetched again by the browser. */
const withoutTimes = (query: DehydratedState['queries'][number]) => ({
  ...query,
  dehydratedAt: 0,
  state: { ...query.state, dataUpdatedAt: 0 },
})

/** Puts the content of the page's data block into the cache, and returns the build of the page. Throws if it has none. */
export function restorePageData(queryClient: QueryClient): string {
  const block = document.getElementById(ELEMENT_ID)
  if (!block) throw new Error(`The page has no #${ELEMENT_ID}`)
  const { content, build }: PageData = JSON.parse(block.textContent)
  hydrate(queryClient, content)
  block.remove()
  return build
}
