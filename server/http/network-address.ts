import { isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** The parts of a Fastify request that identify its client. */
export interface RequestSource {
  readonly ip: string
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/**
 * The address that limits per address count: the IPv4 address, or the IPv6 /64, because one household has 2^64
 * addresses. If a proxy forwards something that is not an address, it is the address of the proxy.
 */
export function getClientAddress(source: RequestSource): string {
  const address = parseSourceAddress(source)
  return isIPv6(address) ? formatPrefix(address, 64) : address
}

/**
 * The network that limits per network count: the IPv4 /24, which is the smallest routed network, or the IPv6 /48, which
 * providers assign to one site and which contains 65,536 of the /64 of `getClientAddress`.
 */
export function getClientNetwork(source: RequestSource): string {
  const address = parseSourceAddress(source)
  if (isIPv6(address)) return formatPrefix(address, 48)
  return address.replace(/\d+$/, '0/24')
}

/** What one provider has: the IPv4 /16, or the IPv6 /32 with 65,536 of the /48 of `getClientNetwork`. */
export function getClientProvider(source: RequestSource): string {
  const address = parseSourceAddress(source)
  return isIPv6(address) ? formatPrefix(address, 32) : address.replace(/\d+\.\d+$/, '0.0/16')
}

/** Dotted IPv4, also for IPv4-mapped IPv6, or IPv6 with all eight groups; `''` if the connection has ended. */
function parseSourceAddress({ ip, socket }: RequestSource): string {
  const address = isIP(ip) ? ip : (socket.remoteAddress ?? '')
  return isIP(address) ? ipaddr.process(address).toNormalizedString() : ''
}

function formatPrefix(address: string, bits: 32 | 48 | 64): string {
  const groups = address.split(':').slice(0, bits / 16)
  return `${groups.join(':')}::/${bits}`
}

/**
 * Replaces each address with a port, brackets or quotation marks in X-Forwarded-For, as Azure and IIS write them, by the
 * address: Fastify compares and returns entries as they are. Call it before the address of the request is read.
 */
export function normalizeForwardedFor(request: FastifyRequest): void {
  const { headers, socket } = request.raw
  const name = 'x-forwarded-for'
  if (headers[name] === undefined) return
  headers[name] = String(headers[name]).split(',').map(normalizeEntry).join(',')
  if (socket.remoteAddress && !isIP(request.ip))
    request.log.warn('X-Forwarded-For has no address, so visitors share a limit: let the proxy send the address alone')
}

/** An entry that is no address stays as it is: without it, the one before, which the client may have sent, would count. */
function normalizeEntry(entry: string): string {
  const text = entry.replace(/^\s*"(.*)"\s*$/, '$1').trim()
  const [, bracketed, address = bracketed ?? text] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(text) ?? []
  return isIP(address) ? address : entry
}
