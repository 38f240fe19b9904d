import { expect, test } from 'vitest'
import bundled from './bundled/site.json' with { type: 'json' }
import { siteContent } from './site.ts'

const [settings] = bundled.siteSettingsCollection.items
if (!settings) throw new Error('The bundled content has no site settings')

const mapSettings = (changes: Partial<typeof settings>) =>
  siteContent.map({ siteSettingsCollection: { items: [{ ...settings, ...changes }] } })

test('§3.3 the navigation has the enabled items in the order of the CMS', () => {
  const items = ['Third', 'Second', 'First'].map((name) => ({
    sys: { id: name },
    name,
    route: '/',
    isEnabled: name !== 'Second',
  }))
  const { navigation, logo } = mapSettings({ companyName: 'Company, Inc.', navigationCollection: { items } })
  expect(logo.alt).toBe('Company, Inc.')
  expect(navigation.map(({ name }) => name)).toEqual(['Third', 'First'])
})

test('§2.14 the social links are the addresses of the settings, each with the name of its network', () => {
  const links = mapSettings({}).socialLinks.map(({ name, url }) => [`${name.toLowerCase()}Url`, url])
  expect(links).not.toEqual([])
  expect(settings).toMatchObject(Object.fromEntries(links))
})
