import { isIP, isIPv4 } from 'node:net'

/** A request, as Fastify has it. */
interface Caller {
  readonly ip: string
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/**
 * Whom a limit by address counts: an IPv4 address, or the /64 of an IPv6 one, of which a single household has 2^64.
 * What a proxy hands on that is no address counts as the proxy.
 */
export function addressOf({ ip, socket }: Caller): string {
  const address = isIP(ip) ? ip : (socket.remoteAddress ?? '')
  if (isIPv4(address) || address === '') return address
  const groups = groupsOf(address)
  const mapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return mapped ? dotted(groups.slice(6)) : `${groups.slice(0, 4).join(':')}::/64`
}

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
