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
  const lines = await writeRedirectsFile({ outDir, siteUrl: 'https://site.example', redirects })
  expect(await readRedirectsFile(outDir)).toEqual({
    served: [{ path: '/b', to: '/', isPermanent: false }],
    refused: [
      { id: 'a', from: '/a', reason: expect.stringMatching(/^leads to \/b, and no page has that address: choose /) },
    ],
    pages: [],
  })
  const { refused } = await readRedirectsFile(outDir)
  expect(lines).toEqual(refused.map(({ reason }) => `The redirect /a is not served: it ${reason}`))
})
