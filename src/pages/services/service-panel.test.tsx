import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ServicePanel } from './service-panel.tsx'

test('makes a panel without a link focusable, with its title as name and its text as description', () => {
  const html = renderToStaticMarkup(
    <ServicePanel
      panel={{
        id: 'stations',
        header: 'Stations',
        title: 'Plants and terminals',
        text: 'Compressor stations.',
        picture: { src: '/media/derived/stations.jpg', width: 1440, height: 960, alt: 'A station' },
        link: null,
      }}
    />,
  )
  const [, title, text] =
    /<article [^>]*tabindex="0" aria-labelledby="(.+?)" aria-describedby="(.+?)"/i.exec(html) ?? []
  expect(html).toContain(`<h2 id="${title}"`)
  expect(html).toContain(`<p id="${text}">Compressor stations.</p>`)
})
