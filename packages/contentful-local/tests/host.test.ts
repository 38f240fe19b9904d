import { execFile } from 'node:child_process'
import { type IncomingMessage, request } from 'node:http'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { LOCAL_TOKENS } from '#local/constants.ts'
import { startLocalContentful } from '#local/server.ts'
import { sendRawRequest } from './raw-http.ts'
import { createManagementClient, publishAsset } from './test-contentful.ts'
import { createTestFolder } from './test-folder.ts'

const ENTRIES = '/spaces/local/environments/master/entries'
const EDITOR = `/app${ENTRIES}`

/** Sends a GET request with a `Host` header and a target of its own, which `fetch` does not support. */
async function get(url: string, host: string, path = ENTRIES, headers = {}) {
  const { hostname, port } = new URL(url)
  const sent = request({
    hostname: hostname.replace(/[[\]]/g, ''),
    port,
    path,
    headers: { host, authorization: `Bearer ${LOCAL_TOKENS.management}`, ...headers },
  })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject).end()
  })
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

test('with `host`, requests may be for loopback, the address that they arrive at, and the allowed names', async () => {
  await using local = await startLocalContentful({ host: '0.0.0.0', allowedHosts: ['contentful', 'CI.internal'] })
  expect(local.url).toBe(`http://127.0.0.1:${local.port}`)
  const allowed = ['127.0.0.1', `localhost:${local.port}`, '[::1]', '0.0.0.0', 'CONTENTFUL:4000', 'ci.internal:80']
  const refused = [
    'contentful.',
    'contentful:80@evil.example',
    'contentful.evil.example',
    'evil.example',
    '192.168.0.1',
  ]
  for (const [hosts, status] of [
    [allowed, 200],
    [refused, 403],
  ] as const)
    for (const host of hosts) expect((await get(local.url, host)).status, host).toBe(status)
  // An allowed host opens the management API to no pages of other origins.
  for (const [origin, allowedOrigin] of [
    ['http://contentful', undefined],
    ['http://localhost:5173', '*'],
  ]) {
    const { headers } = await get(local.url, 'contentful', ENTRIES, { origin })
    expect(headers['access-control-allow-origin']).toBe(allowedOrigin)
  }
  expect(await getEditor(local.url, 'contentful:80')).toBe(EDITOR)
  expect(await getEditor(local.url, 'localhost:80')).toBe('http://127.0.0.1:80/app')
})

test.for(['127.0.0.1.evil.example', 'localhost:@evil.example', '[::1]evil.example'])(
  'no API answers a request for the host %j, and the editor sends nobody to it',
  async (host) => {
    await using local = await startLocalContentful()
    for (const path of [ENTRIES, EDITOR, '/app', '/cdn/spaces/local/entries', '/assets/local/a/b/c']) {
      const { status, headers, body } = await get(local.url, host, path)
      expect([status, headers.location]).toEqual([403, undefined])
      expect(body).toContain('The local Contentful responds to requests for 127.0.0.1 or localhost')
    }
  },
)

test('neither X-Forwarded-Host nor a whole URL as the target names another host', async () => {
  await using local = await startLocalContentful()
  const forwarded = await get(local.url, 'evil.example', ENTRIES, { 'x-forwarded-host': 'localhost' })
  expect(forwarded.status).toBe(403)
  const whole = await get(local.url, '127.0.0.1', `http://evil.example${ENTRIES}`, { origin: 'https://evil.example' })
  expect([whole.status, whole.headers['access-control-allow-origin']]).toEqual([403, undefined])
})

/** Where the path `/app` redirects to. */
const getEditor = async (url: string, host: string) => (await get(url, host, '/app')).headers.location

const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
const hasIpv6 = addresses.some(({ address }) => address === '::1')

test.runIf(hasIpv6)('listens on IPv6, alone or beside IPv4', async () => {
  await using both = await startLocalContentful({ host: '::' })
  expect(both.url).toBe(`http://127.0.0.1:${both.port}`)
  expect(await getEditor(`http://[::1]:${both.port}`, '[::1]')).toBe(EDITOR)
  await using alone = await startLocalContentful({ host: '::1' })
  // 127.0.0.1 has no server.
  expect(await getEditor(`http://[::1]:${alone.port}`, 'localhost:80')).toBe(EDITOR)
})

test('URLs of files have the host of the request', async () => {
  await using local = await startLocalContentful({ allowedHosts: ['contentful'] })
  await publishAsset({ client: createManagementClient(local.url) }, 'photo')
  const asset = await get(local.url, 'contentful:4000', `${ENTRIES.replace('entries', 'assets')}/photo`)
  expect(asset.body).toContain('"url":"//contentful:4000/assets/local/photo/')
  const query = encodeURIComponent('{ asset(id: "photo") { url } }')
  const headers = { authorization: `Bearer ${LOCAL_TOKENS.delivery}` }
  const result = await get(local.url, 'contentful:4000', `/content/v1/spaces/local?query=${query}`, headers)
  expect(result.body).toContain('"url":"http://contentful:4000/assets/local/photo/')
})

test('an empty host means 127.0.0.1, not every address', async () => {
  await using local = await startLocalContentful({ host: '' })
  expect(local.url).toBe(`http://127.0.0.1:${local.port}`)
  expect((await sendRawRequest(local.url, `GET ${ENTRIES} HTTP/1.1\r\nhost:\r\n\r\n`)).status).toBe(403)
})

test('the command names its defaults', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../bin.mjs'), '--help'])
  const defaults = ['4000', '"127.0.0.1"', '".contentful-local"', '25', 'false']
  expect(stdout.match(/\(default: .*\)/g)).toEqual(defaults.map((value) => `(default: ${value})`))
})

test.for([
  ['--host', '192.0.2.77', '"192.0.2.77" is no address of this machine. Choose another one with --host.'],
  ['--allowed-hosts', 'contentful:4000', 'Use host names without ports, separated by commas.'],
  ['--port', '65536', 'Use a number from 0 to 65535; 0 is any free port.'],
  ['--content-types', '0', 'Use a whole number from 1.'],
] as const)('the command refuses %s %s with one line', async ([option, value, line]) => {
  const args = [join(import.meta.dirname, '../bin.mjs'), '--folder', await createTestFolder(), option, value]
  const { code, stderr } = await promisify(execFile)(process.execPath, args).catch((error) => error)
  expect([code, ...stderr.split('\n')]).toEqual([1, expect.stringContaining(line), ''])
})
