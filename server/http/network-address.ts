import { isIP, isIPv6 } from 'node:net'

/** The parts of Fastify's request that say where it comes from. */
export interface RequestSource {
  readonly ip: string
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/**
 * Whom a limit by address counts: an IPv4 address, or the /64 of an IPv6 one, of which a single household has 2^64.
 * What a proxy hands on that is no address counts as the proxy.
 */
export function getClientAddress(caller: RequestSource): string {
  const address = callerAddress(caller)
  return isIPv6(address) ? prefix(address, 64) : address
}

/**
 * The block of the address that a limit counts together: a /24 of IPv4, which is the smallest network on the internet, or a
 * /48 of IPv6, which is what a provider gives to one site and holds 65,536 of the /64 that `addressOf` tells apart.
 */
export function getClientNetwork(caller: RequestSource): string {
  const address = callerAddress(caller)
  if (isIPv6(address)) return prefix(address, 48)
  return address.replace(/\d+$/, '0/24')
}

/** IPv4 in dots, also where it is mapped into IPv6; `''` where the connection has ended. */
function callerAddress({ ip, socket }: RequestSource): string {
  const address = isIP(ip) ? ip : (socket.remoteAddress ?? '')
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isMapped ? dotted(groups.slice(6)) : address
}

const prefix = (address: string, bits: 48 | 64): string =>
  `${groupsOf(address)
    .slice(0, bits / 16)
    .join(':')}::/${bits}`

/** All eight, as lower-case hex without leading zeros; `URL` brings every way of writing to one. */
function groupsOf(address: string): readonly string[] {
  const [withoutZone] = address.split('%')
  const canonical = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1)
  const [left = '', right] = canonical.split('::')
  const before = left ? left.split(':') : []
  const after = right ? right.split(':') : []
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after]
}

const dotted = (groups: readonly string[]): string =>
  groups
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
