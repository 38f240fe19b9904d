import type { BrowserContext } from '@playwright/test'

/** Lets requests of the page take as long as they do: a busy machine takes longer than the page waits for content. */
export const removeRequestLimit = (context: BrowserContext) =>
  context.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal
  })
