import { BlockList, isIPv6, type Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { getClientAddress } from './network-address.ts'

/** What clients may keep open, and for how long. Times are ms. */
export interface ConnectionLimits {
  /** Open connections in all. Further ones are closed. */
  readonly maxConnections: number
  /**
   * Open connections of one IPv4 address or IPv6 /64. Further ones are closed. Trusted proxies are exempt: of each visitor
   * behind them as many requests may be on their way, see `limitRequestsPerVisitor`.
   */
  readonly maxConnectionsPerAddress: number
  /**
   * A connection on which not one byte is sent or received for this time is closed, as when a client does not read its
   * response. Node notices that after one to three times as long when a part of the response was sent before.
   */
  readonly inactivityTimeoutMs: number
  /** From a request to the end of its response. It bounds clients that read a few bytes now and then. */
  readonly responseTimeoutMs: number
}

/** Requests that may wait on a connection for the response to an earlier one. Browsers and proxies send no second one. */
const MAX_PIPELINED = 16

/**
 * Bounds the connections of a server. Requests of one connection are handled one after another, since their responses
 * are sent in this order: otherwise a single packet starts a thousand responses, which then wait in memory.
 * For servers that listen on one address: Fastify gives `localhost` a second server, which has no limit of connections.
 */
export function limitConnections(
  app: FastifyInstance,
  limits: ConnectionLimits,
  trustedProxies: readonly string[] = [],
): void {
  app.server.maxConnections = limits.maxConnections
  app.server.setTimeout(limits.inactivityTimeoutMs)
  limitConnectionsPerAddress(app, limits.maxConnectionsPerAddress, trustedProxies)
  handleInOrder(app, limits.responseTimeoutMs)
}

function limitConnectionsPerAddress({ server }: FastifyInstance, max: number, trustedProxies: readonly string[]): void {
  const isTrusted = addressMatcher(trustedProxies)
  const connections = createConcurrencyLimit(max)
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket // none: it is closed already
    if (isTrusted(remoteAddress)) return
    const address = getClientAddress({ ip: remoteAddress, socket })
    if (!connections.start(address)) return socket.destroy()
    socket.once('close', () => connections.end(address))
  })
}

interface VisitorLimit {
  /** Requests of one IPv4 address or IPv6 /64 that may be on their way. */
  readonly max: number
  readonly trustedProxies: readonly string[]
  /** Answers a further request, with 429. */
  readonly refuse: (reply: FastifyReply) => FastifyReply
}

/**
 * Bounds the requests on their way of each visitor behind a trusted proxy, whose connections have no limit. Requests of the
 * proxy itself, such as its health checks, are exempt.
 */
export function limitConcurrentRequests(app: FastifyInstance, { max, trustedProxies, refuse }: VisitorLimit): void {
  const isTrusted = addressMatcher(trustedProxies)
  const requests = createConcurrencyLimit(max)
  app.addHook('onRequest', async (request, reply) => {
    const address = getClientAddress(request)
    if (!isTrusted(request.socket.remoteAddress ?? '') || isTrusted(request.ip)) return
    if (!requests.start(address)) return refuse(reply.headers({ 'retry-after': RETRY_AFTER, connection: 'close' }))
    reply.raw.once('close', () => requests.end(address))
  })
}

/** s */
const RETRY_AFTER = 5

/** Counts what is on its way at the same time, by address. */
export interface ConcurrencyLimit {
  /** `false` when the address is at its limit: then nothing is counted. */
  readonly start: (address: string) => boolean
  readonly end: (address: string) => void
}

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

/** Each request waits for the end of the response before it. One listener for all: Node warns of more than ten on a response. */
function handleInOrder(app: FastifyInstance, responseTimeout: number): void {
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

/** Whether an address lies in one of the ranges. */
function addressMatcher(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    if (prefix === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return (address) => list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
