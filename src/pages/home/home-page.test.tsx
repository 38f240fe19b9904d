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

test('links the button to the video’s page on Vimeo before hydration', () => {
  expect(html).toMatch(/<form [^>]*action="https:\/\/vimeo.com\/313814309"/)
  expect(html).toMatch(/<button[^>]*type="submit"/)
})

test('loads nothing from the player before the button is pressed', () => {
  expect(html).not.toContain('iframe')
  expect(html).not.toContain('player.vimeo.com')
})
