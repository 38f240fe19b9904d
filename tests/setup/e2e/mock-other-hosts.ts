import type { BrowserContext } from '@playwright/test'

/** Answers every request to another host with an empty page; otherwise it fails, because no test reaches the internet. */
export const mockOtherHosts = (context: BrowserContext) =>
  context.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => route.fulfill({ contentType: 'text/html', body: '' }),
  )
