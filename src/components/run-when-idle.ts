/** Runs the task once the page is loaded and has nothing better to do. Answers how to call it off. */
export function runWhenIdle(task: () => void): () => void {
  const calledOff = new AbortController()
  const idle = () => {
    if (calledOff.signal.aborted) return
    if ('requestIdleCallback' in globalThis) {
      const handle = requestIdleCallback(task, { timeout: 2_000 })
      calledOff.signal.addEventListener('abort', () => cancelIdleCallback(handle))
    } else {
      const handle = setTimeout(task, 200)
      calledOff.signal.addEventListener('abort', () => clearTimeout(handle))
    }
  }
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true, signal: calledOff.signal })
  return () => calledOff.abort()
}
