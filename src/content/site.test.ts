import { expect, test } from 'vitest'
import bundled from './bundled/site.json' with { type: 'json' }
import { siteContent } from './site.ts'

const [settings] = bundled.siteSettingsCollection.items
if (!settings) throw new Error('The bundled content has no site settings')
type Item = (typeof settings)['navigationCollection']['items'][number]
const items = settings.navigationCollection.items

const mapSettings = (changes: Partial<typeof settings>) =>
  siteContent.map({ siteSettingsCollection: { items: [{ ...settings, ...changes }] } })

/** Returns the names of the navigation that visitors see. */
const mapNavigation = (changed: readonly Item[]) =>
  mapSettings({ navigationCollection: { items: [...changed] } }).navigation.map(({ name }) => name)

test('§3 a navigation item that is not enabled is not shown', () => {
  const changed = items.map((item) => ({ ...item, isEnabled: item.name !== 'Gallery' }))
  expect(mapNavigation(changed)).toEqual(['Home', 'Services', 'Contact'])
})

test('the navigation has the order of the CMS', () => {
  expect(mapNavigation(items.toReversed())).toEqual(['Contact', 'Services', 'Gallery', 'Home'])
})

test('§2 the social links are the addresses of the settings, each with the name of its network', () => {
  const links = mapSettings({}).socialLinks.map(({ name, url }) => [`${name.toLowerCase()}Url`, url])
  expect(links).not.toEqual([])
  expect(settings).toMatchObject(Object.fromEntries(links))
})
