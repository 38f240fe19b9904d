/**
 * Fetches the site's script when the page is painted, or when somebody wants to use the page before: on a slow phone
 * it would otherwise take the line from the first picture. The page's own part comes first: where it cannot be fetched,
 * nothing takes over, and what the server sent stays, with links that are links. A form that is sent before (Watch Now)
 * is kept for the script, which looks for `data-wanted`, or goes its own way.
 * It stands in the HTML as text (scripts/build/prerender-pages.ts), so it uses nothing from outside itself.
 */
export function startScript(page: string, entry: string, files: readonly string[]): void {
  let isStarted = false
  let isGivenUp = false
  const giveUp = () => {
    isGivenUp = true
    document.querySelector<HTMLFormElement>('form[data-wanted]')?.submit()
  }
  const start = () => {
    if (isStarted) return
    isStarted = true
    for (const href of files) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    import(page).then(() => import(entry)).catch(giveUp)
  }
  addEventListener('load', () => setTimeout(start))
  for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, start, { once: true, passive: true })
  addEventListener('submit', (event) => {
    if (isGivenUp || event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return
    event.preventDefault()
    event.target.dataset.wanted = ''
    event.submitter?.setAttribute('aria-busy', 'true')
    start()
  })
}
