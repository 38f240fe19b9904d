import { describe, expect, test } from 'vitest'
import { createMetadataFiles } from './metadata-files.ts'

const site = { companyName: 'Ditch & Sons <Ltd>', shortName: 'Ditch', tagline: 'Deep.' }
const facts = { siteUrl: 'https://site.example', securityContact: 'mailto:office@site.example', site }
const files = createMetadataFiles({ ...facts, paths: ['/', '/gallery'] })

test('the manifest has the content’s names, and is no app of its own', () => {
  expect(JSON.parse(files['manifest.webmanifest'] ?? '')).toMatchObject({
    name: 'Ditch & Sons <Ltd>',
    short_name: 'Ditch',
    description: 'Deep.',
    start_url: '/',
    display: 'browser',
  })
})

test('robots may see everything, and learn where the list of pages is', () => {
  expect(files['robots.txt']).toBe('User-agent: *\nAllow: /\n\nSitemap: https://site.example/sitemap.xml\n')
})

test('the list of pages has their whole addresses', () => {
  expect(files['sitemap.xml']?.match(/(?<=<loc>).*(?=<\/loc>)/g)).toEqual([
    'https://site.example/',
    'https://site.example/gallery',
  ])
})

test('spec §2: on a static host an unknown path leads to Home', () => {
  expect(files['404.html']).toContain('<meta http-equiv="refresh" content="0; url=/">')
  expect(files['404.html']).toContain('<a href="/">Ditch &amp; Sons &lt;Ltd&gt;</a>')
  expect(files['404.html']).toContain(`http-equiv="Content-Security-Policy" content="default-src 'none';`)
})

describe('security.txt', () => {
  const at = (time: string) => createMetadataFiles({ ...facts, paths: [] }, new Date(time))['.well-known/security.txt']

  test('says where to report a vulnerability', () => {
    expect(at('2026-11-22T08:15:30.123Z')).toBe(
      [
        'Contact: mailto:office@site.example',
        'Expires: 2027-10-01T00:00:00Z',
        'Preferred-Languages: en',
        'Canonical: https://site.example/.well-known/security.txt\n',
      ].join('\n'),
    )
  })

  test.each(['2026-01-31T23:59:59Z', '2026-11-01T00:00:00Z', '2027-02-28T12:00:00Z', '2028-02-29T00:00:00Z'])(
    'expires within a year of %s, and not soon',
    (time) => {
      const [, expires = ''] = /^Expires: (.*)$/m.exec(at(time) ?? '') ?? []
      const days = (Date.parse(expires) - Date.parse(time)) / 86_400_000
      expect(days).toBeGreaterThan(300)
      expect(days).toBeLessThan(365)
    },
  )
})
