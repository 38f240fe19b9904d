import { beforeEach, expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { readRedirectsFile } from './build-files.ts'
import { writeRedirectsFile } from './redirects-file.ts'

let outDir: string
beforeEach(async () => {
  outDir = await createTestFolder()
})

const write = (...redirects: readonly (readonly [from: string, to: string])[]) =>
  writeRedirectsFile({
    outDir,
    siteUrl: 'https://site.example',
    redirects: redirects.map(([from, to], index) => ({ id: `id-${index}`, from, to, isPermanent: index === 0 })),
  })

test('writes redirects, percent-encoded', async () => {
  await write(['/old/about.html', '/services?q=größe#ü'], ['/café', 'https://bücher.example/ü'], ['/b/', '/contact/'])
  expect((await readRedirectsFile(outDir)).served).toEqual([
    { path: '/old/about.html', to: '/services?q=gr%C3%B6%C3%9Fe#%C3%BC', isPermanent: true },
    { path: '/café', to: 'https://xn--bcher-kva.example/%C3%BC', isPermanent: false },
    { path: '/b', to: '/contact', isPermanent: false },
  ])
})

test('§10 Content: returns the refused redirects and stores them for editors', async () => {
  expect(await write(['/a', '/b'], ['/b', '/'])).toEqual([
    expect.stringMatching(/^The redirect \/a is not served: it leads to \/b, and no page has that address: choose /),
  ])
  expect((await readRedirectsFile(outDir)).refused.map(({ from }) => from)).toEqual(['/a'])
})
