import { expect, test } from 'vitest'
import { getClientAddress, getClientNetwork, getClientProvider } from './network-address.ts'

const socket = { remoteAddress: '10.0.0.1' }

test.each([
  ['198.51.100.7', '198.51.100.7', '198.51.100.0/24', '198.51.0.0/16'],
  ['::ffff:198.51.100.7', '198.51.100.7', '198.51.100.0/24', '198.51.0.0/16'],
  ['::FFFF:c633:6407', '198.51.100.7', '198.51.100.0/24', '198.51.0.0/16'],
  ['2001:0DB8:0001:0002:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48', '0:0::/32'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48', 'fe80:0::/32'],
  // One that is not valid counts as the address of the sender.
  ...['', 'unknown', '198.51.100.7:4711', '[2001:db8::1]', '1.2.3'].map((ip) => [
    ip,
    '10.0.0.1',
    '10.0.0.0/24',
    '10.0.0.0/16',
  ]),
])('%j counts as %s of the network %s, of a provider with %s', (ip = '', ...expected) => {
  expect([getClientAddress, getClientNetwork, getClientProvider].map((get) => get({ ip, socket }))).toEqual(expected)
})

test('a connection that has ended has neither address nor network', () => {
  const source = { ip: '', socket: { remoteAddress: undefined } }
  expect([getClientAddress, getClientNetwork, getClientProvider].map((get) => get(source))).toEqual(['', '', ''])
})
