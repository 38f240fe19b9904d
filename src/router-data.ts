import type { AnyRouteMatch } from '@tanstack/react-router'
import type { DehydratedRouter } from '@tanstack/react-router/ssr/client'

const ID = 'router-data'

/**
 * What the router needs to take over a prerendered page, as a data block for the page. The router's own inline scripts
 * would contain the content, so their hashes in the Content-Security-Policy would change with it.
 */
export function renderRouterData(matches: readonly Match[]): string {
  const data: DehydratedRouter = {
    manifest: undefined,
    matches: matches.map(({ id, status, loaderData, ssr }) => ({
      i: id.replaceAll('/', '#'),
      s: status,
      l: loaderData,
      ssr,
      u: 0, // stale, as data with the time of the build is too; and the same content gives the same bytes
    })),
  }
  const json = JSON.stringify(data).replaceAll('<', '\\u003c') // no text can end the element
  return `<script type="application/json" id="${ID}">${json}</script>`
}

type Match = Pick<AnyRouteMatch, 'id' | 'status' | 'loaderData' | 'ssr'>

/** Puts the data of the page where the router looks for it. Throws where the page has none. */
export function restoreRouterData(): void {
  const block = document.getElementById(ID)
  if (!block) throw new Error(`The page has no #${ID}`)
  window.$_TSR = {
    router: JSON.parse(block.textContent),
    buffer: [],
    p: (script) => script(),
    e: () => {},
    c: () => {},
    h: () => {
      delete window.$_TSR
    },
  }
  block.remove()
}
