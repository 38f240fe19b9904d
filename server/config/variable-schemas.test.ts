import fc from 'fast-check'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { parseBackendConfig } from '#server/config.ts'
import { ConfigError } from './environment.ts'

/** The lines of the error for these variables. */
function findIssues(env: Readonly<Record<string, string>>): readonly string[] {
  try {
    parseBackendConfig(env)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n')
  }
}

test.each([
  '10.0.0.1',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '::1',
  'fc00::/7',
  'fe80::/10',
  '2606:4700::/32',
  '::ffff:10.0.0.1',
])('accepts %s', (TRUSTED_PROXIES) => {
  const { trustedProxies } = parseBackendConfig({ TRUSTED_PROXIES })
  expect(() => fastify({ trustProxy: [...trustedProxies] })).not.toThrow()
})

test.each([
  ...['0.0.0.0/0', '0.0.0.0/1', '128.0.0.0/1', '8.0.0.0/8', '10.0.0.0/7', '192.0.0.0/8'],
  ...['::/0', '2000::/3', '2000::/16', 'fc00::/6', '::ffff:0.0.0.0/96', '::ffff:10.0.0.0/104', '::/64', '::1/80'],
])('refuses the wide range %s', (range) => {
  expect(findIssues({ TRUSTED_PROXIES: `127.0.0.1, ${range}` })).toEqual([
    expect.stringMatching(/^TRUSTED_PROXIES: ".*" .*; set .*10\.0\.0\.0\/8/),
  ])
})

test.each(['10.0.0.0/8', '172.16.0.0/12', '100.64.0.0/10', 'fc00::/7', 'fe80::/10', '104.16.0.0/13', '2a06:98c0::/29'])(
  'accepts the network %s',
  (range) => expect(findIssues({ TRUSTED_PROXIES: range })).toEqual([]),
)

test('accepts only what Fastify accepts', () => {
  const address = fc.oneof(
    fc.ipV4(),
    fc.ipV4Extended(),
    fc.ipV6(),
    fc.ipV4().map((ip) => `::ffff:${ip}`),
  )
  const range = fc
    .tuple(address, fc.integer({ min: -1, max: 130 }))
    .map(([ip, bits]) => (bits < 0 ? ip : `${ip}/${bits}`))
  let accepted = 0
  fc.assert(
    fc.property(range, (TRUSTED_PROXIES) => {
      if (findIssues({ TRUSTED_PROXIES }).length > 0) return
      accepted++
      fastify({ trustProxy: [...parseBackendConfig({ TRUSTED_PROXIES }).trustedProxies] })
    }),
    { numRuns: 1_000 },
  )
  expect(accepted).toBeGreaterThan(100)
})
