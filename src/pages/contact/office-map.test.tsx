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
    <OfficeMap
      location={location}
      label="Map of the office"
      name="Blackland"
      picture={picture}
      pictureInspectorProps={{}}
    >
      <address>Decatur</address>
    </OfficeMap>,
  )

test('shows the picture and the address without a key', () => {
  expect(render()).toContain('<address>Decatur</address>')
  expect(render()).toContain('data-map="none" data-layout="map"')
  expect(render()).toMatch(/<img[^>]* alt="Street plan" loading="lazy"/)
  expect(render()).not.toContain('<noscript>')
})

test('shows the picture and the address without a location', () => {
  env.googleMapsKey = 'key'
  expect(render(null)).toContain('<address>Decatur</address>')
  expect(render(null)).toContain('data-map="none" data-layout="map"')
  expect(render(null)).toContain('alt="Street plan"')
})

test('shows only the address without a key and a picture', () => {
  expect(render(office, null)).toContain('<address>Decatur</address>')
  expect(render(office, null)).toContain('data-map="none" data-layout="address"')
  expect(render(office, null)).not.toContain('<img')
})

test('reserves space for the map with a key, and prerenders no request to Google', () => {
  env.googleMapsKey = 'key'
  expect(render(office, null)).toContain('data-layout="map"')
  expect(render()).toContain('<address>Decatur</address>')
  expect(render()).toContain('data-map="wanted"')
  expect(render()).not.toMatch(/google|<script|iframe/)
})

test('with a key, prerenders the picture only for visitors without JavaScript', () => {
  env.googleMapsKey = 'key'
  expect(render()).toMatch(
    /<noscript><div[^>]*><picture><img[^>]*alt="Street plan"[^>]*><\/picture><\/div><\/noscript>/,
  )
  expect(render().replace(/<noscript>.*<\/noscript>/, '')).not.toContain('<img')
})
