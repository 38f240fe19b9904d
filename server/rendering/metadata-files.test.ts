import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createMetadataFiles } from './metadata-files.ts'

const site = { companyName: 'Ditch & Sons <Ltd>', shortName: 'Ditch', tagline: 'Deep.' }
const facts = { siteUrl: 'https://site.example', securityContact: 'mailto:office@site.example', site }
const files = createMetadataFiles({ ...facts, paths: ['/', '/gallery'] })

test('the manifest has the names of the content, and opaque icons of the sizes that it declares', async () => {
  const { icons, ...manifest } = JSON.parse(files['manifest.webmanifest'] ?? '')
  const names = { name: site.companyName, short_name: 'Ditch', description: 'Deep.', lang: 'en-US' }
  const colors = { background_color: expect.stringMatching(/^#/), theme_color: expect.stringMatching(/^#/) }
  expect(manifest).toEqual({ ...names, ...colors, id: '/', start_url: '/', scope: '/', display: 'browser' })
  expect(icons.map(({ purpose = 'any' }) => purpose)).toEqual(['any', 'any', 'maskable'])
  for (const { src, sizes, type } of icons) {
    const icon = sharp(`public${src}`)
    const { width, height, format } = await icon.metadata()
    expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type])
    expect((await icon.stats()).isOpaque).toBe(true)
  }
})

test('robots.txt allows everything and names the sitemap, which has absolute URLs', () => {
  expect(files['robots.txt']).toBe('User-agent: *\nAllow: /\n\nSitemap: https://site.example/sitemap.xml\n')
  expect(files['sitemap.xml']?.match(/(?<=<loc>).*(?=<\/loc>)/g)).toEqual([
    'https://site.example/',
    'https://site.example/gallery',
  ])
})

test('security.txt names the security contact, and expires 300 to 365 days after the build', () => {
  for (const time of ['2026-01-31T23:59:59Z', '2026-11-22T08:15:30.123Z', '2028-02-29T00:00:00Z']) {
    const text = createMetadataFiles({ ...facts, paths: [] }, new Date(time))['.well-known/security.txt']
    const [, expires = ''] = /^Expires: (\d{4}-\d\d-\d\dT00:00:00Z)$/m.exec(text ?? '') ?? []
    expect(text?.split('\n')).toEqual([
      'Contact: mailto:office@site.example',
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      'Canonical: https://site.example/.well-known/security.txt',
      '',
    ])
    const days = (Date.parse(expires) - Date.parse(time)) / 86_400_000
    expect(days).toBeGreaterThan(300)
    expect(days).toBeLessThan(365)
  }
})
