/** Runs the task when the page is loaded and the browser is idle. Returns a function that cancels it. */
export function runWhenIdle(task: () => void): () => void {
  const cancellation = new AbortController()
  const schedule = () => {
    if (cancellation.signal.aborted) return
    if ('requestIdleCallback' in globalThis) {
      const handle = requestIdleCallback(task, { timeout: 2_000 })
      cancellation.signal.addEventListener('abort', () => cancelIdleCallback(handle))
    } else {
      const handle = setTimeout(task, 200)
      cancellation.signal.addEventListener('abort', () => clearTimeout(handle))
    }
  }
  if (document.readyState === 'complete') schedule()
  else addEventListener('load', schedule, { once: true, signal: cancellation.signal })
  return () => cancellation.abort()
}

/** Runs the task once, when the element is within `margin` px of the viewport. Returns a function that cancels it. */
export function runWhenNear(element: Element, margin: number, task: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      task()
    },
    { rootMargin: `${margin}px 0px` },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
