import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { OfficeMap } from './office-map.tsx'

const env = vi.hoisted(() => ({ googleMapsKey: undefined as string | undefined }))
vi.mock('#src/env.ts', () => ({ env }))

beforeEach(() => {
  env.googleMapsKey = undefined
})

const office = { latitude: 33.2343, longitude: -97.5861 }
const html = (place: typeof office | null = office) =>
  renderToStaticMarkup(
    <OfficeMap location={place} label="Map of the office" name="Blackland">
      <address>Decatur</address>
    </OfficeMap>,
  )

test('without a key the address stands in the map’s place', () => {
  expect(html()).toContain('<address>Decatur</address>')
  expect(html()).toContain('data-map="none"')
})

test('so it does where nobody knows the place', () => {
  env.googleMapsKey = 'key'
  expect(html(null)).toContain('<address>Decatur</address>')
  expect(html(null)).toContain('data-map="none"')
})

test('with one, room is kept for the map; the page that is sent asks for nothing of it', () => {
  env.googleMapsKey = 'key'
  expect(html()).toContain('<address>Decatur</address>')
  expect(html()).toContain('data-map="wanted"')
  expect(html()).not.toMatch(/google|script|iframe/)
})
