/**
 * Loads the site's scripts after the page has loaded, or at the first input: on slow connections they would delay the first
 * image. The script of the page is loaded first; if that fails, the prerendered HTML stays usable without scripts. A form
 * that is submitted before (Watch Now) is marked with `data-wanted` for the script, or submitted if the script fails.
 * The function is inlined as text in the HTML (scripts/build/page-html.ts), so it must not use anything outside itself.
 */
export function startScript(page: string, entry: string, files: readonly string[]): void {
  let isStarted = false
  let hasFailed = false
  const submitWantedForm = () => {
    hasFailed = true
    document.querySelector<HTMLFormElement>('form[data-wanted]')?.submit()
  }
  const start = () => {
    if (isStarted) return
    isStarted = true
    for (const href of files) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    import(page).then(() => import(entry)).catch(submitWantedForm)
  }
  addEventListener('load', () => setTimeout(start))
  for (const eventName of ['pointerdown', 'keydown']) addEventListener(eventName, start, { once: true, passive: true })
  addEventListener('submit', (event) => {
    if (hasFailed || event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return
    event.preventDefault()
    event.target.dataset.wanted = ''
    event.submitter?.setAttribute('aria-busy', 'true')
    start()
  })
}
