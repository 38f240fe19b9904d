import { expect, test } from 'vitest'
import { siteFiles } from './site-files.ts'

const site = { companyName: 'Ditch & Sons <Ltd>', shortName: 'Ditch', tagline: 'Deep.' }
const files = siteFiles({ siteUrl: 'https://site.example', site, paths: ['/', '/gallery'] })

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
})
