import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PhotoGrid } from './photo-grid.tsx'

const photo = (id: string) => ({
  ...{ id, alt: `Photo ${id}`, src: `/${id}-{width}.{format}`, width: 1440, height: 960 },
  focalPoint: '30% 75%',
})

const renderGrid = (ids: readonly string[]) =>
  renderToStaticMarkup(
    <PhotoGrid ref={null} images={ids.map(photo)} busyPhoto={undefined} onOpen={() => {}} onIntent={() => {}} />,
  )

const html = renderGrid(['a', 'b', 'c'])

test('renders all photos in the order of the CMS, with their display width', () => {
  expect(html.match(/alt="Photo \w"/g)).toEqual(['alt="Photo a"', 'alt="Photo b"', 'alt="Photo c"'])
  expect(html).toContain('sizes="(width&lt;480px) calc(50vw - 24px), (width&lt;992px) calc(31.2vw - 5px), ')
  expect(html).toContain('<img data-focus="3-0 7-5" srcSet="/a-320.avif 320w, /a-540.avif 540w, /a-640.avif 640w" ')
})

test('links each photo to its own URL, with quotes for an id that the router would parse as a number or a boolean', () => {
  const urls = renderGrid(['a', '12', 'true']).match(/(?<=href=")[^"]*/g)
  expect(urls).toEqual(['a', '%2212%22', '%22true%22'].map((id) => `/gallery?photo=${id}`))
})

test('the photos after the first 120 are in a noscript element, and a spacer has their height', () => {
  const photos = Array.from({ length: 180 }, (_, index) => `photo-${index + 1}`)
  expect(renderGrid(photos.slice(1)), 'not many more').not.toContain('<noscript>')
  const large = renderGrid(photos)
  const [before = '', noscript = ''] = large.split('<noscript>')
  expect(before.match(/<li/g)).toHaveLength(120)
  expect(before).toContain('<li aria-posinset="120" aria-setsize="180">')
  expect(noscript.match(/<li/g)).toHaveLength(60)
  expect(noscript).toContain('href="/gallery?photo=photo-180"><img data-focus="3-0 7-5" src="/photo-180-320.webp" alt=')
  expect(noscript.match(/viewBox="[^"]*"/g)).toEqual(['viewBox="0 0 24 60"'])
})
