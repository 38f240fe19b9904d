import { expect, test } from 'vitest'
import { isPublicAddress } from './public-agent.ts'

test.each(['93.184.215.14', '172.32.0.1', '100.128.0.1', '169.253.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.each([
  ['unspecified', ['0.0.0.0', '0.1.2.3', '::']],
  ['loopback', ['127.0.0.1', '127.255.255.254', '::1']],
  ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1']],
  ['link-local, with cloud metadata', ['169.254.0.1', '169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254']],
  ['carrier-grade NAT', ['100.64.0.1', '100.127.255.255']],
  ['multicast and broadcast', ['224.0.0.1', '239.255.255.250', '255.255.255.255', 'ff02::1']],
  ['reserved', ['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1', '2001:db8::1']],
  ['IPv4 in IPv6', ['::ffff:127.0.0.1', '::ffff:a00:1', '::ffff:93.184.215.14', '::127.0.0.1', '::ffff:0:7f00:1']],
  ['NAT64', ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', '64:ff9b:1::a00:1']],
  ['6to4 and Teredo', ['2002:7f00:1::', '2001:0:4136:e378::1']],
  ['not assigned', ['100::1', '4000::1', '5f00::1', 'e000::1']],
  ['not an address', ['', 'localhost', '127.0.0.1.example', '999.0.0.1']],
])('§12.50 %s addresses are not public', (_, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([])
})
