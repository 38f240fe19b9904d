import { BlockList, isIPv6, type Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { getClientAddress } from './network-address.ts'

/** Limits of the connections to a server. */
export interface ConnectionLimits {
  /** Open connections in total. Further ones are closed. */
  readonly maxConnections: number
  /**
   * Open connections per IPv4 address or IPv6 /64. Further ones are closed. Trusted proxies are exempt: each visitor
   * behind them may have as many concurrent requests, see `limitConcurrentRequests`.
   */
  readonly maxConnectionsPerAddress: number
  /**
   * A connection without traffic for this time is closed, for example when a client does not read its response. If part
   * of the response was sent before, Node closes it after one to three times this time.
   */
  readonly inactivityTimeoutMs: number
  /** From a request to the end of its response. Limits clients that read a few bytes at a time. */
  readonly responseTimeoutMs: number
}

/** Requests that may wait on a connection for an earlier response. Browsers and proxies do not pipeline requests. */
const MAX_PIPELINED = 16

/**
 * Limits the connections of a server. Requests of one connection are handled one after another: otherwise a single
 * packet could start a thousand responses, which wait in memory because they are sent in order. The server must listen
 * on one address: for `localhost` Fastify starts a second server without connection limits.
 */
export function limitConnections(
  app: FastifyInstance,
  limits: ConnectionLimits,
  trustedProxies: readonly string[] = [],
): void {
  app.server.maxConnections = limits.maxConnections
  app.server.setTimeout(limits.inactivityTimeoutMs)
  limitConnectionsPerAddress(app, limits.maxConnectionsPerAddress, trustedProxies)
  handleRequestsInOrder(app, limits.responseTimeoutMs)
}

function limitConnectionsPerAddress({ server }: FastifyInstance, max: number, trustedProxies: readonly string[]): void {
  const isTrusted = createAddressMatcher(trustedProxies)
  const connections = createConcurrencyLimit(max)
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket // none if it is closed already
    if (isTrusted(remoteAddress)) return
    const address = getClientAddress({ ip: remoteAddress, socket })
    if (!connections.start(address)) return socket.destroy()
    socket.once('close', () => connections.end(address))
  })
}

interface ConcurrentRequestLimit {
  /** Concurrent requests per IPv4 address or IPv6 /64. */
  readonly max: number
  readonly trustedProxies: readonly string[]
  /** Responds to a further request with 429. */
  readonly refuse: (reply: FastifyReply) => FastifyReply
}

/**
 * Limits the concurrent requests of each visitor behind a trusted proxy, because the proxy's connections have no limit.
 * Requests of the proxy itself, such as health checks, are exempt.
 */
export function limitConcurrentRequests(
  app: FastifyInstance,
  { max, trustedProxies, refuse }: ConcurrentRequestLimit,
): void {
  const isTrusted = createAddressMatcher(trustedProxies)
  const requests = createConcurrencyLimit(max)
  app.addHook('onRequest', async (request, reply) => {
    const address = getClientAddress(request)
    if (!isTrusted(request.socket.remoteAddress ?? '') || isTrusted(request.ip)) return
    if (!requests.start(address))
      return refuse(reply.headers({ 'retry-after': RETRY_AFTER_SECONDS, connection: 'close' }))
    reply.raw.once('close', () => requests.end(address))
  })
}

const RETRY_AFTER_SECONDS = 5

/** Counts concurrent operations per address. */
export interface ConcurrencyLimit {
  /** Counts an operation. Returns `false` and counts nothing if the address has reached its limit. */
  readonly start: (address: string) => boolean
  readonly end: (address: string) => void
}

/** Creates a limit of `max` concurrent operations per address, counted in memory. */
export function createConcurrencyLimit(max: number): ConcurrencyLimit {
  const counts = new Map<string, number>()
  return {
    start: (address) => {
      const count = counts.get(address) ?? 0
      if (count >= max) return false
      counts.set(address, count + 1)
      return true
    },
    end: (address) => {
      const left = (counts.get(address) ?? 0) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    },
  }
}

/** Each request waits for the response before it. One listener per response, because Node warns about more than ten. */
function handleRequestsInOrder(app: FastifyInstance, responseTimeout: number): void {
  const queues = new WeakMap<Socket, Promise<void>[]>()
  app.addHook('onRequest', async ({ raw: { socket } }, reply) => {
    const queue = queues.get(socket) ?? []
    queues.set(socket, queue)
    const previous = queue.at(-1)
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.push(promise)
    let timer: NodeJS.Timeout | undefined
    reply.raw.once('close', () => {
      clearTimeout(timer)
      queue.splice(queue.indexOf(promise), 1)
      resolve()
    })
    if (queue.length > MAX_PIPELINED + 1) socket.destroy()
    else await previous
    if (socket.destroyed) return reply.hijack()
    timer = setTimeout(() => socket.destroy(), responseTimeout).unref()
  })
}

/** Returns a function that checks whether an address is in one of the ranges. */
function createAddressMatcher(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return (address) => list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
