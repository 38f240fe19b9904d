import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { OfficeMap } from './office-map.tsx'

const env = vi.hoisted(() => ({ googleMapsKey: undefined as string | undefined }))
vi.mock('#src/env.ts', () => ({ env }))

beforeEach(() => {
  env.googleMapsKey = undefined
})

const office = { latitude: 33.2343, longitude: -97.5861 }
const streetPlan = { src: '/media/plan.svg', width: 2_400, height: 480, alt: 'Street plan' }
const render = (location: typeof office | null = office, picture: typeof streetPlan | null = streetPlan) =>
  renderToStaticMarkup(
    <OfficeMap location={location} label="Map" name="Blackland" picture={picture} pictureInspectorProps={{}}>
      <address>Decatur</address>
    </OfficeMap>,
  )

test.each([
  ['no key', undefined, office, streetPlan, 'map'],
  ['no location', 'key', null, streetPlan, 'map'],
  ['neither key nor picture', undefined, office, null, 'address'],
] as const)('with %s shows the address and the picture that there is', (_, key, location, picture, layout) => {
  env.googleMapsKey = key
  const html = render(location, picture)
  expect(html).toContain('<address>Decatur</address>')
  expect(html).toContain(`data-map="none" data-layout="${layout}"`)
  expect(/<img[^>]* alt="Street plan" loading="lazy"/.test(html)).toBe(picture !== null)
  expect(html).not.toContain('<noscript>')
})

test('with a key reserves space for the map, requests nothing of Google, and has the picture for visitors without JavaScript', () => {
  env.googleMapsKey = 'key'
  expect(render(office, null)).toContain('data-map="wanted" data-layout="map"')
  const html = render()
  expect(html).toContain('<address>Decatur</address>')
  expect(html).not.toMatch(/google|<script|iframe/)
  expect(html).toMatch(/<noscript><div[^>]*><picture><img[^>]*alt="Street plan"[^>]*><\/picture><\/div><\/noscript>/)
  expect(html.replace(/<noscript>.*<\/noscript>/, '')).not.toContain('<img')
})
