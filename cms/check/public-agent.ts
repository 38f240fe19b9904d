import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { Agent, buildConnector } from 'undici'

/** The `code` of the error of a request to an address that the agent does not ask. */
export const NOT_PUBLIC = 'ENOTPUBLIC'

/**
 * Creates an agent that connects to addresses of the public internet only, so that a URL of an editor cannot reach the
 * machines around this one. Each connection is checked, those of redirects too: the name is resolved once, and the
 * connection is made to these addresses. `isAllowedAddress`: the addresses that are asked instead of public ones.
 */
export const createPublicAgent = (isAllowedAddress = isPublicAddress): Agent =>
  new Agent({
    connect: (options, callback) => {
      findAllowedAddresses(options.hostname, isAllowedAddress).then(
        (addresses) => {
          const connect = buildConnector({
            autoSelectFamily: true,
            lookup: (_hostname, _options, done) => done(null, [...addresses]),
          })
          connect(options, callback)
        },
        (error: Error) => callback(error, null),
      )
    },
  })

/** Resolves a host name or an address. Rejects if one of its addresses is not allowed, before anything is sent to it. */
async function findAllowedAddresses(hostname: string, isAllowedAddress: (address: string) => boolean) {
  const addresses = await lookup(hostname, { all: true })
  if (addresses.every(({ address }) => isAllowedAddress(address))) return addresses
  throw Object.assign(new Error(`${hostname} is not on the public internet`), { code: NOT_PUBLIC })
}

/** Outside of it there are no public IPv6 addresses (IANA, Internet Protocol Version 6 Address Space). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/** Whether an IPv4 or IPv6 address is on the public internet, so it is not one for special purposes. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST))
}
