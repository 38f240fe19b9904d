import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { PhotoGrid } from './photo-grid.tsx'

const photo = (id: string) => ({
  id,
  alt: `Photo ${id}`,
  src: `/media/derived/${id}-{width}.{format}`,
  width: 1440,
  height: 960,
})

const grid = () => (
  <PhotoGrid
    ref={null}
    title="On the right-of-way"
    titleInspectorProps={{}}
    countText="{count} photographs"
    images={['a', 'b', 'c'].map(photo)}
    photo={undefined}
    isOpening={false}
  />
)

let html = ''
beforeAll(async () => {
  const root = createRootRoute()
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/gallery', component: grid })])
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/gallery'] }) })
  await router.load()
  html = renderToStaticMarkup(<RouterProvider router={router} />)
})

test('renders all photos in the order of the CMS', () => {
  expect(html.match(/alt="Photo \w"/g)).toEqual(['alt="Photo a"', 'alt="Photo b"', 'alt="Photo c"'])
})

test('links each photo to its own URL without JavaScript', () => {
  expect(html.match(/href="[^"]*"/g)).toEqual(['a', 'b', 'c'].map((id) => `href="/gallery?photo=${id}"`))
})

test('shows the number of photos', () => {
  expect(html).toContain('3 photographs')
})

test('sets the sizes of the thumbnails to their display width', () => {
  expect(html).toContain('sizes="(width &lt; 480px) 50vw, (width &lt; 992px) 33vw, 282px"')
})
