import { expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { readRedirectsFile } from './build-files.ts'
import { writeRedirectsFile } from './redirects-file.ts'

test('§10.5 returns the refused redirects and stores them for editors', async () => {
  const outDir = await createTestFolder()
  const redirects = [
    { id: 'a', from: '/a', to: '/b', isPermanent: true },
    { id: 'b', from: '/b', to: '/', isPermanent: false },
  ]
  expect(await writeRedirectsFile({ outDir, siteUrl: 'https://site.example', redirects })).toEqual([
    expect.stringMatching(/^The redirect \/a is not served: it leads to \/b, and no page has that address: choose /),
  ])
  const { served, refused } = await readRedirectsFile(outDir)
  expect([served.map(({ path }) => path), refused.map(({ from }) => from)]).toEqual([['/b'], ['/a']])
})
