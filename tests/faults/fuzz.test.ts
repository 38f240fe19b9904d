import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '#tests/setup/process/test-folder.ts'
import { openSession, sendMessage } from '#tests/setup/server/contact-client.ts'
import { createMessage } from '#tests/setup/server/test-messages.ts'
import { type FuzzedRequest, fuzzedRequest } from './fuzzed-request.ts'
import { startProductionServer } from './production-server.ts'

/** Longer than the server's timeout for incomplete requests. */
const HANG_MS = 90_000
/** ms between the parts of a request. */
const PART_DELAY_MS = 20
/** ms until the client half-closes a connection without a response: shorter than the server's timeout for a body. */
const HALF_CLOSE_AFTER_MS = 2_000

test('200 fuzzed requests at once get a response below 500, and the server works afterwards', async () => {
  const server = await startProductionServer({ folder: await createTestFolder() })
  onTestFinished(server.kill)
  const url = await server.url
  const port = Number(new URL(url).port)
  const requests = fc.sample(fuzzedRequest, { numRuns: 200, seed: 1 })
  const outcomes = await Promise.all(requests.map((request) => sendAndRead(port, request)))
  const violations = requests.filter((_, index) => !/^(closed|[1-4]..)$/.test(outcomes[index] ?? ''))
  expect(violations.map(({ parts }) => Buffer.concat(parts).toString('latin1'))).toEqual([])
  expect(outcomes).toEqual(expect.arrayContaining(['200', '400', '404']))

  expect((await fetch(url)).status).toBe(200)
  const message = createMessage()
  await sendMessage(`${url}/api`, await openSession(`${url}/api`), { key: randomUUID(), message })
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
})

/** Sends a request on its own connection. Resolves with the status of its final response, `closed` or `hang`. */
function sendAndRead(port: number, { parts, isHalfClosed }: FuzzedRequest): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
  const timers = [setTimeout(() => resolve('hang'), HANG_MS), setTimeout(() => socket.end(), HALF_CLOSE_AFTER_MS)]
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1')
    const status = findFinalStatus(received)
    if (status) resolve(status)
  })
  for (const event of ['error', 'end', 'close']) socket.on(event, () => resolve('closed'))
  socket.once('connect', () => {
    const [first = Buffer.alloc(0), ...others] = parts
    socket.write(first)
    timers.push(
      setTimeout(() => {
        for (const part of others) socket.write(part)
        if (isHalfClosed) socket.end()
      }, PART_DELAY_MS),
    )
  })
  return promise.finally(() => {
    for (const timer of timers) clearTimeout(timer)
    socket.destroy()
  })
}

const RESPONSE_HEAD = /HTTP\/1\.[01] (\d{3})[^\r]*\r\n(?:[^\r]+\r\n)*\r\n/g

/** Skips 1xx responses except 101, which is final. */
const findFinalStatus = (received: string): string | undefined =>
  [...received.matchAll(RESPONSE_HEAD)].map(([, status = '']) => status).find((status) => !/^1(?!01)/.test(status))
