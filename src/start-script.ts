/**
 * Loads the site's script after the `load` event, or at the first interaction, so that it does not delay the first
 * picture on slow connections. Loads the page's chunk first: if that fails, the page is not hydrated, and the
 * prerendered HTML with its plain links stays. A form that is submitted before hydration gets `data-wanted`, and the
 * component handles it after hydration. If the script fails to load, the form is submitted natively. The function is
 * inlined into the HTML (scripts/build/page-html.ts), so that it must not use anything outside of it.
 */
export function startScript(page: string, entry: string, files: readonly string[]): void {
  let isStarted = false
  let hasFailed = false
  const onLoadFailed = () => {
    hasFailed = true
    document.querySelector<HTMLFormElement>('form[data-wanted]')?.submit()
  }
  const start = () => {
    if (isStarted) return
    isStarted = true
    for (const href of files) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    import(page).then(() => import(entry)).catch(onLoadFailed)
  }
  addEventListener('load', () => setTimeout(start))
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, start, { once: true, passive: true })
  addEventListener('submit', (event) => {
    if (hasFailed || event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return
    event.preventDefault()
    event.target.dataset.wanted = ''
    event.submitter?.setAttribute('aria-busy', 'true')
    start()
  })
}
