/**
 * Fetches the site's script when the page is painted, or when somebody wants to use the page before: on a slow phone
 * it would otherwise take the line from the first picture. A form that is sent before (Watch Now) is kept for the
 * script, which looks for `data-wanted`; where the script cannot be fetched, the form goes its own way.
 * It stands in the HTML as text (scripts/prerender.ts), so it uses nothing from outside itself.
 */
export function startScript(entry: string, files: readonly string[]): void {
  let isStarted = false
  const start = () => {
    if (isStarted) return
    isStarted = true
    for (const href of files) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    import(entry).catch(() => document.querySelector<HTMLFormElement>('form[data-wanted]')?.submit())
  }
  addEventListener('load', () => setTimeout(start))
  for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, start, { once: true, passive: true })
  addEventListener('submit', (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return
    event.preventDefault()
    event.target.dataset.wanted = ''
    event.submitter?.setAttribute('aria-busy', 'true')
    start()
  })
}
