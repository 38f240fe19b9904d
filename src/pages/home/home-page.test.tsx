import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WatchVideo } from './home-page.tsx'

const texts = {
  close: 'Close',
  newTab: '(opens in a new tab)',
  videoFailed: 'The film cannot be loaded.',
  watchOnVimeo: 'Watch it on Vimeo',
}
const html = renderToStaticMarkup(
  <WatchVideo label="Watch Now" vimeoId="313814309" title="Company film" texts={texts} inspectorProps={{}} />,
)

test('before hydration the button links to the video’s page on Vimeo, and nothing of the player is loaded', () => {
  expect(html).toMatch(/<form [^>]*action="https:\/\/vimeo.com\/313814309"/)
  expect(html).toMatch(/<button[^>]*type="submit"/)
  expect(html).not.toMatch(/iframe|player\.vimeo\.com/)
})
