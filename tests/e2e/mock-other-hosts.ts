import type { BrowserContext } from '@playwright/test'

/** Responds with an empty page to requests to other hosts, which would fail otherwise: tests have no internet access. */
export const mockOtherHosts = (context: BrowserContext) =>
  context.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => route.fulfill({ contentType: 'text/html', body: '' }),
  )
