import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { parseServerConfig } from '#server/config.ts'

const parseProxies = (TRUSTED_PROXIES: string) => parseServerConfig({ TRUSTED_PROXIES }).trustedProxies

test.each([
  ...['0.0.0.0/0', '0.0.0.0/1', '128.0.0.0/1', '8.0.0.0/8', '10.0.0.0/7', '192.0.0.0/8'],
  ...['::/0', '2000::/3', '2000::/16', 'fc00::/6', '::ffff:0.0.0.0/96', '::ffff:10.0.0.0/104', '::/64', '::1/80'],
])('refuses the wide range %s', (range) => {
  expect(() => parseProxies(`127.0.0.1, ${range}`)).toThrow(/^TRUSTED_PROXIES: ".*" .*; set .*10\.0\.0\.0\/8$/)
})

test.each([
  ...['10.0.0.0/8', '10.0.0.0/9', '172.16.0.0/12', '100.64.0.0/10', 'fc00::/7', 'fe80::/10'],
  ...['104.16.0.0/13', '2a06:98c0::/29', '10.0.0.1', '::1', '::ffff:10.0.0.1'],
])('accepts %s, as Fastify does', (range) => {
  expect(() => fastify({ trustProxy: [...parseProxies(range)] })).not.toThrow()
})
