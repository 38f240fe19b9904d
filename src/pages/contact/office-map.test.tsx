import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { OfficeMap } from './office-map.tsx'

const env = vi.hoisted(() => ({ googleMapsKey: undefined as string | undefined }))
vi.mock('#src/env.ts', () => ({ env }))

beforeEach(() => {
  env.googleMapsKey = undefined
})

const office = { latitude: 33.2343, longitude: -97.5861 }
const render = (location: typeof office | null = office) =>
  renderToStaticMarkup(
    <OfficeMap location={location} label="Map of the office" name="Blackland">
      <address>Decatur</address>
    </OfficeMap>,
  )

test('shows only the address without a key', () => {
  expect(render()).toContain('<address>Decatur</address>')
  expect(render()).toContain('data-map="none"')
})

test('shows only the address without a location', () => {
  env.googleMapsKey = 'key'
  expect(render(null)).toContain('<address>Decatur</address>')
  expect(render(null)).toContain('data-map="none"')
})

test('reserves space for the map with a key, and prerenders no request to Google', () => {
  env.googleMapsKey = 'key'
  expect(render()).toContain('<address>Decatur</address>')
  expect(render()).toContain('data-map="wanted"')
  expect(render()).not.toMatch(/google|script|iframe/)
})
