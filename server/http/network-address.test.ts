import { expect, test } from 'vitest'
import { getClientAddress, getClientNetwork } from './network-address.ts'

const addressIn = (ip: string, remoteAddress = '10.0.0.1') => getClientAddress({ ip, socket: { remoteAddress } })

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::FFFF:c633:6407', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:1::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::198.51.100.7', '64:ff9b:0:0::/64'],
])('%s counts as %s', (ip, counted) => expect(addressIn(ip)).toBe(counted))

test.each([
  ['198.51.100.7', '198.51.100.0/24'],
  ['198.51.100.255', '198.51.100.0/24'],
  ['::ffff:198.51.100.7', '198.51.100.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0::/48'],
  ['unknown', '10.0.0.0/24'],
])('%s is in the block %s', (ip, block) =>
  expect(getClientNetwork({ ip, socket: { remoteAddress: '10.0.0.1' } })).toBe(block),
)

test('a connection that has ended has neither address nor block', () => {
  const caller = { ip: '', socket: { remoteAddress: undefined } }
  expect([getClientAddress(caller), getClientNetwork(caller)]).toEqual(['', ''])
})

test.each(['', 'unknown', '198.51.100.7:4711', '[2001:db8::1]', '1.2.3', 'x'.repeat(9_000)])(
  'what is no address (%s) counts as who sent it',
  (ip) => expect(addressIn(ip)).toBe('10.0.0.1'),
)
