import { expect, test } from 'vitest'
import { getClientAddress, getClientNetwork } from './network-address.ts'

const socket = { remoteAddress: '10.0.0.1' }

test.each([
  ['198.51.100.7', '198.51.100.7', '198.51.100.0/24'],
  ['::ffff:198.51.100.7', '198.51.100.7', '198.51.100.0/24'],
  ['::FFFF:c633:6407', '198.51.100.7', '198.51.100.0/24'],
  ['2001:0DB8:0001:0002:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  // One that is not valid counts as the address of the sender.
  ...['', 'unknown', '198.51.100.7:4711', '[2001:db8::1]', '1.2.3'].map((ip) => [ip, '10.0.0.1', '10.0.0.0/24']),
])('%j counts as %s of the network %s', (ip = '', address, network) => {
  expect([getClientAddress({ ip, socket }), getClientNetwork({ ip, socket })]).toEqual([address, network])
})

test('a connection that has ended has neither address nor network', () => {
  const source = { ip: '', socket: { remoteAddress: undefined } }
  expect([getClientAddress(source), getClientNetwork(source)]).toEqual(['', ''])
})
