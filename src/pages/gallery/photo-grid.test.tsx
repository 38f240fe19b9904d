import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PhotoGrid } from './photo-grid.tsx'

const photo = (id: string) => ({ id, alt: `Photo ${id}`, url: `/media/derived/${id}.jpg`, width: 1440, height: 960 })
const html = renderToStaticMarkup(
  <PhotoGrid title="On the right-of-way" count="{count} photographs" images={['a', 'b', 'c'].map(photo)} />,
)

test('every photograph is there, in the editors’ order', () => {
  expect(html.match(/alt="Photo \w"/g)).toEqual(['alt="Photo a"', 'alt="Photo b"', 'alt="Photo c"'])
})

test('it says how many they are', () => {
  expect(html).toContain('3 photographs')
})

test('thumbnails are fetched as large as they are shown', () => {
  expect(html).toContain('sizes="(width &lt; 480px) 50vw, (width &lt; 992px) 33vw, 282px"')
})
