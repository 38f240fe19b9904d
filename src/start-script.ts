/**
 * Loads the site's scripts after the page has loaded and its first images are painted, or at the first input: on slow
 * connections they would delay these images. Libraries are executed one by one, so that a slow phone can respond between
 * them. The script of the page is executed before the entry. If a script fails to load, the prerendered HTML stays usable
 * without scripts, and the content of `noscript` elements is shown. A form that is submitted before (Watch Now) is marked
 * with `data-wanted` for the script, or submitted if the script fails. The function is inlined as text in the HTML
 * (server/rendering/page-html.ts), so it must not use anything outside itself.
 * @param libraries The files that do not depend on the entry, each after the files that it imports.
 * @param files All files.
 */
export function startScript(page: string, entry: string, libraries: readonly string[], files: readonly string[]): void {
  let isStarted = false
  let hasFailed = false
  const showWithoutScripts = () => {
    hasFailed = true
    const policy = window.trustedTypes?.createPolicy('noscript', { createHTML: (html) => html })
    for (const element of document.querySelectorAll('noscript')) {
      element.outerHTML = policy?.createHTML(element.textContent) ?? element.textContent
    }
    document.querySelector<HTMLFormElement>('form[data-wanted]')?.submit()
  }
  const start = async () => {
    if (isStarted) return
    isStarted = true
    for (const href of files) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    try {
      for (const library of libraries) {
        await import(library)
        await new Promise((resolve) => setTimeout(resolve))
      }
      await import(page)
      await import(entry)
    } catch {
      showWithoutScripts()
    }
  }
  addEventListener('load', async () => {
    const images = document.querySelectorAll<HTMLImageElement>('img[fetchpriority=high]')
    await Promise.allSettled([...images].map((image) => image.decode()))
    requestAnimationFrame(() => setTimeout(start))
  })
  for (const eventName of ['pointerdown', 'keydown']) addEventListener(eventName, start, { once: true, passive: true })
  addEventListener('submit', (event) => {
    if (hasFailed || event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return
    event.preventDefault()
    event.target.dataset.wanted = ''
    event.submitter?.setAttribute('aria-busy', 'true')
    start()
  })
}
