import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { sendRawRequest } from '#local-tests/raw-http.ts'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { startTestApp, writeTestFiles } from '#tests/setup/server/site.ts'

const EVIL = 'evil.example'
const root = await createTestFolder(afterAll)
await writeTestFiles(root, {
  'index.html': 'Home',
  'services/index.html': 'Services',
  'photo-desk/index.html': 'Photo desk',
})
const web = await startTestApp({ site: root })
afterAll(() => web.close())

/** The bytes of the target go over a socket as they are; `inject` and `fetch` would normalize them. */
async function locationOf(target: string): Promise<string | undefined> {
  const request = `GET ${target} HTTP/1.1\r\nHost: site.example\r\nAccept: text/html\r\nConnection: close\r\n\r\n`
  return (await sendRawRequest(web.url, request)).headers.get('location')
}

function expectOwnHost(target: string, location: string): void {
  for (const page of ['https://site.example/', 'http://site.example/services/deeper'])
    expect(new URL(location, page).host, `${target} → ${location}`).toBe('site.example')
}

/** What comes before a host that browsers may take for another one. */
const EXAMPLES = [
  ...['/\\', '\\\\', '/\\/', '//', '/.//', '/a/..//', '/%2e//', '/%5c', '/%2f%2f', '/\t/', '/%09/', '/\u00a0/', '/@'],
  ...['/%0d%0aLocation:%20//', '/?//', 'http://', 'HTTP://', 'http:', 'http://x?//', '/Services//', '//Services/..//'],
]

const PARTS = [
  ...['/', '\\', '.', '..', '%2f', '%5C', '%2e', '%09', '@', ':', ';', '?', '#', 'http:'],
  ...['index.html', 'Services', EVIL],
]
const combination = fc
  .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 8 })
  .map((chosen) => `/${chosen.join('')}`)

test('extra slashes are removed in one step', async () => {
  for (const path of ['/services/x/..//', '//services//', '/services///'])
    expect(await locationOf(path), path).toBe('/services')
})

test('no combination of URL parts redirects to another host, or in a circle', () =>
  fc.assert(
    fc.asyncProperty(combination, async (start) => {
      const visited = [start]
      for (let location = await locationOf(start); location !== undefined; location = await locationOf(location)) {
        expectOwnHost(start, location)
        visited.push(location)
        expect(visited.length, visited.join(' → ')).toBeLessThanOrEqual(3)
      }
    }),
    { numRuns: 400, examples: EXAMPLES.map((path) => [path + EVIL]) },
  ))
