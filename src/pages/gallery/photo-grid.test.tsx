import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PhotoGrid } from './photo-grid.tsx'

const photo = (id: string) => ({ id, alt: `Photo ${id}`, src: `/${id}-{width}.{format}`, width: 1440, height: 960 })

const renderGrid = (ids: readonly string[]) =>
  renderToStaticMarkup(
    <PhotoGrid ref={null} images={ids.map(photo)} busyPhoto={undefined} onOpen={() => {}} onIntent={() => {}} />,
  )

const html = renderGrid(['a', 'b', 'c'])

test('renders all photos in the order of the CMS, with their display width', () => {
  expect(html.match(/alt="Photo \w"/g)).toEqual(['alt="Photo a"', 'alt="Photo b"', 'alt="Photo c"'])
  expect(html).toContain('sizes="(width&lt;480px) calc(50vw - 24px), (width&lt;992px) calc(31.2vw - 5px), ')
})

test('links each photo to its own URL, with quotes for an id that the router would parse as a number or a boolean', () => {
  const urls = renderGrid(['a', '12', 'true']).match(/(?<=href=")[^"]*/g)
  expect(urls).toEqual(['a', '%2212%22', '%22true%22'].map((id) => `/gallery?photo=${id}`))
})

test('a list with all photos has three elements per photo, and no position attributes', () => {
  expect(html.match(/<(li|a|img|picture|source|noscript|svg)\b/g)).toEqual(
    ['a', 'b', 'c'].flatMap(() => ['<li', '<a', '<img']),
  )
  expect(html).not.toContain('aria-posinset')
})

test('the photos after the first 120 are in a noscript element, and a spacer has their height', () => {
  const large = renderGrid(Array.from({ length: 200 }, (_, index) => `photo-${index + 1}`))
  const [before = '', noscript = ''] = large.split('<noscript>')
  expect(before.match(/<li/g)).toHaveLength(120)
  expect(before).toContain('<li aria-posinset="120" aria-setsize="200">')
  expect(noscript.match(/<li/g)).toHaveLength(80)
  expect(noscript).toContain('href="/gallery?photo=photo-200"')
  expect(noscript.match(/viewBox="[^"]*"/g)).toEqual(['viewBox="0 0 24 80"'])
})
