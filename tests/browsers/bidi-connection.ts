import { once } from 'node:events'
import * as z from 'zod'

/** ms; the slowest command loads a page. */
const TIMEOUT = 30_000

/** A WebDriver BiDi connection. */
export interface BidiConnection {
  /** Sends a command and waits for its result. Rejects where the browser reports an error or does not answer in time. */
  readonly send: (method: string, params: object) => Promise<unknown>
  readonly onEvent: (listener: (method: string, params: unknown) => void) => void
  readonly close: () => void
}

const incoming = z.discriminatedUnion('type', [
  z.object({ type: z.literal('success'), id: z.number(), result: z.unknown() }),
  z.object({ type: z.literal('error'), id: z.number().nullable(), error: z.string(), message: z.string() }),
  z.object({ type: z.literal('event'), method: z.string(), params: z.unknown() }),
])

export async function connectBidi(url: string): Promise<BidiConnection> {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  const listeners: ((method: string, params: unknown) => void)[] = []
  let lastId = 0

  socket.addEventListener('message', ({ data }) => {
    const message = incoming.parse(JSON.parse(String(data)))
    if (message.type === 'event') {
      for (const listener of listeners) listener(message.method, message.params)
      return
    }
    const command = pending.get(message.id ?? 0)
    if (message.type === 'success') command?.resolve(message.result)
    else command?.reject(new Error(`${message.error}: ${message.message}`))
  })
  socket.addEventListener('close', () => {
    for (const command of pending.values()) command.reject(new Error('The browser closed the connection'))
  })

  return {
    send: (method, params) => {
      const command = Promise.withResolvers<unknown>()
      const id = ++lastId
      pending.set(id, command)
      socket.send(JSON.stringify({ id, method, params }))
      const timer = setTimeout(() => command.reject(new Error(`${method}: no answer within ${TIMEOUT} ms`)), TIMEOUT)
      return command.promise.finally(() => {
        clearTimeout(timer)
        pending.delete(id)
      })
    },
    onEvent: (listener) => {
      listeners.push(listener)
    },
    close: () => socket.close(),
  }
}
