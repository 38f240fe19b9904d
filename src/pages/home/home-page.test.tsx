import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WatchVideo } from './home-page.tsx'

const html = renderToStaticMarkup(
  <WatchVideo label="Watch Now" vimeoId="313814309" title="Company film" closeLabel="Close" inspectorProps={{}} />,
)

test('before the script runs, the button leads to the film’s own page', () => {
  expect(html).toContain('<form action="https://vimeo.com/313814309"')
  expect(html).toMatch(/<button[^>]*type="submit"/)
})

test('nothing is asked of the player before somebody wants it', () => {
  expect(html).not.toContain('iframe')
  expect(html).not.toContain('player.vimeo.com')
})
