import { BlockList, isIPv6 } from 'node:net'
import * as z from 'zod'
import { formatListEntry } from './variable-schemas.ts'

/** An address or CIDR range of a trusted proxy. Refuses ranges so wide that strangers could set X-Forwarded-For. */
export const trustedProxySchema = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
    error: ({ input }) => `${formatListEntry(input)} is not an address; set addresses or ranges, as in 10.0.0.0/8`,
  })
  .refine((text) => !isMappedRange(text), {
    error: ({ input }) => `${formatListEntry(input)} is an IPv4 range in IPv6 form; set it as in 10.0.0.0/8`,
    abort: true,
  })
  .refine((text) => !isWideRange(text), {
    error: ({ input }) =>
      `${formatListEntry(input)} includes addresses of strangers; set the addresses of your own proxies, as in 10.0.0.0/8`,
  })

/** Fastify refuses ranges of IPv4-mapped addresses. */
function isMappedRange(text: string): boolean {
  const [address = '', bits] = text.split('/')
  return bits !== undefined && isIPv6(address) && new URL(`http://[${address}]`).hostname.startsWith('[::ffff:')
}

/** Private and shared networks (RFC 1918, 6598, 3927, 4193, 4291), which may be trusted as a whole. */
const PRIVATE_NETWORKS = [
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const

/** Whether a range is wider than its private network, or, for public addresses, than an IPv4 /12 or an IPv6 /28. */
function isWideRange(text: string): boolean {
  const [address = '', bits] = text.split('/')
  if (bits === undefined) return false
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  if (family === 'ipv6' && includesIPv4(address, Number(bits))) return true
  const network = PRIVATE_NETWORKS.find(([networkAddress, networkBits, networkFamily]) => {
    if (networkFamily !== family) return false
    const list = new BlockList()
    list.addSubnet(networkAddress, networkBits, networkFamily)
    return list.check(address, family)
  })
  return Number(bits) < (network?.[1] ?? (family === 'ipv6' ? 28 : 12))
}

/** Whether an IPv6 range, such as ::/64, includes the IPv4-mapped addresses, and with them every IPv4 client. */
function includesIPv4(address: string, bits: number): boolean {
  const range = new BlockList()
  range.addSubnet(address, bits, 'ipv6')
  return range.check('203.0.113.7', 'ipv4')
}
