import { expect, test } from 'vitest'
import { getClientAddress, getClientNetwork } from './network-address.ts'

const addressIn = (ip: string, remoteAddress = '10.0.0.1') => getClientAddress({ ip, socket: { remoteAddress } })

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::FFFF:c633:6407', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (ip, counted) => expect(addressIn(ip)).toBe(counted))

test.each([
  ['198.51.100.255', '198.51.100.0/24'],
  ['::ffff:198.51.100.7', '198.51.100.0/24'],
  ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
  ['::1', '0:0:0::/48'],
  ['unknown', '10.0.0.0/24'],
])('%s is in the network %s', (ip, network) =>
  expect(getClientNetwork({ ip, socket: { remoteAddress: '10.0.0.1' } })).toBe(network),
)

test('a connection that has ended has neither address nor network', () => {
  const source = { ip: '', socket: { remoteAddress: undefined } }
  expect([getClientAddress(source), getClientNetwork(source)]).toEqual(['', ''])
})

test.each(['', 'unknown', '198.51.100.7:4711', '[2001:db8::1]', '1.2.3', 'x'.repeat(9_000)])(
  'an invalid address (%s) counts as the address of the sender',
  (ip) => expect(addressIn(ip)).toBe('10.0.0.1'),
)
