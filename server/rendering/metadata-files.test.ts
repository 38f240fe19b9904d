import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createMetadataFiles } from './metadata-files.ts'

const site = { companyName: 'Ditch & Sons <Ltd>', shortName: 'Ditch', tagline: 'Deep.' }
const facts = { siteUrl: 'https://site.example', securityContact: 'mailto:office@site.example', site }
const files = createMetadataFiles({ ...facts, paths: ['/', '/gallery'] })

test('the manifest has the names of the content, and opaque icons of the sizes that it declares', async () => {
  const { icons, ...manifest } = JSON.parse(files['manifest.webmanifest'] ?? '')
  expect(manifest).toMatchObject({ name: site.companyName, short_name: 'Ditch', description: 'Deep.', start_url: '/' })
  expect(icons).toHaveLength(3)
  for (const { src, sizes, type } of icons) {
    const icon = sharp(`public${src}`)
    const { width, height, format } = await icon.metadata()
    expect([`${width}x${height}`, `image/${format}`]).toEqual([sizes, type])
    expect((await icon.stats()).isOpaque).toBe(true)
  }
})

test('robots.txt allows everything and names the sitemap', () => {
  expect(files['robots.txt']).toBe('User-agent: *\nAllow: /\n\nSitemap: https://site.example/sitemap.xml\n')
})

test('the sitemap has absolute URLs', () => {
  expect(files['sitemap.xml']?.match(/(?<=<loc>).*(?=<\/loc>)/g)).toEqual([
    'https://site.example/',
    'https://site.example/gallery',
  ])
})

describe('security.txt', () => {
  const at = (time: string) => createMetadataFiles({ ...facts, paths: [] }, new Date(time))['.well-known/security.txt']

  test('names the security contact', () => {
    expect(at('2026-11-22T08:15:30.123Z')).toBe(
      [
        'Contact: mailto:office@site.example',
        'Expires: 2027-10-01T00:00:00Z',
        'Preferred-Languages: en',
        'Canonical: https://site.example/.well-known/security.txt\n',
      ].join('\n'),
    )
  })

  test.each(['2026-01-31T23:59:59Z', '2028-02-29T00:00:00Z'])('expires 300 to 365 days after a build at %s', (time) => {
    const [, expires = ''] = /^Expires: (.*)$/m.exec(at(time) ?? '') ?? []
    const days = (Date.parse(expires) - Date.parse(time)) / 86_400_000
    expect(days).toBeGreaterThan(300)
    expect(days).toBeLessThan(365)
  })
})
