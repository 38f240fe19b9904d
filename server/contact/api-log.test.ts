import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestBackend, createTestDatabase, createTestLog } from '#tests/setup/backend.ts'
import { createCaptchaToken, createLoggedInVisitor, createMessage } from '#tests/setup/messages.ts'

test('§12.30 logs no text, address, cookie or token of a visitor', async () => {
  const { db } = await createTestDatabase()
  const { lines, logStream } = createTestLog()
  const env = { LOG_LEVEL: 'trace', TRUSTED_PROXIES: '10.0.0.0/8' }
  const { app } = createTestBackend(db, env, { logStream })
  const guest = await createLoggedInVisitor(app)
  const key = randomUUID()
  const token = createCaptchaToken()
  const from = '10.1.2.3'
  const body = createMessage({ name: 'Grace Hopper', email: 'grace@navy.example', message: 'Nanoseconds of wire.' })
  const headers = { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'Whimsy/1.0', referer: 'https://seen.example/' }
  const request = { key, body, headers, from }
  await guest.send(request)
  await guest.send(request)
  await guest.send({ ...request, body: { ...body, name: `${body.name}\u0000` } })
  await guest.send({ ...request, body: `${JSON.stringify(body)} Nanoseconds` })
  await guest.send({ ...request, headers: { ...headers, 'X-XSRF-TOKEN': 'forged-4711' } })
  await guest.request({ method: 'POST', url: '/grace@navy.example?name=Grace', body, headers, from })
  await guest.request({ method: 'PUT', url: '/contact?name=Grace', body, headers, from })
  await guest.login({ body: { token }, headers, from })
  await guest.login({ body: { token }, headers, from })
  await db.destroy()
  await guest.send(request)
  expect(lines.length).toBeGreaterThan(15)
  const secrets = [...guest.cookies.values(), key, token, 'forged-4711']
  const personalData = ['Grace', 'Hopper', 'navy', 'Nanoseconds', '198.51.100.7', '10.1.2.3', 'Whimsy', 'seen.example']
  for (const text of [...secrets, ...personalData, 'XSRF']) expect(lines.join(), text).not.toContain(text)
})
