import type { Page } from '@playwright/test'

/**
 * Replaces Vimeo's player with a page that reports to its parent that it is ready, as the real player does. It responds
 * after `until`.
 */
export const mockVimeoPlayer = (page: Page, until?: Promise<void>) =>
  page.route('https://player.vimeo.com/**', async (route) => {
    await until
    await route.fulfill({ contentType: 'text/html', body: PLAYER })
  })

const PLAYER = `<!doctype html><html lang="en"><title>Film</title><button aria-pressed="false">Play</button>
<script>document.querySelector('button').onclick = ({ currentTarget }) =>
  currentTarget.setAttribute('aria-pressed', currentTarget.ariaPressed !== 'true')
parent.postMessage(JSON.stringify({ event: 'ready' }), '*')</script></html>`
