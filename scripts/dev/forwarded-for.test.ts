import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { antiForgeryCookie, apiHeaders, clientId } from '#server/api/contract.ts'
import { startWebServer, type WebServer } from '#server/web/web-server.ts'
import { createCaptchaToken, SITE_ORIGIN, VALID_MESSAGE } from '#tests/setup/server/test-backend.ts'
import { type LocalBackend, startLocalBackend } from './local-backend.ts'

let folder: string
let backend: LocalBackend
let web: WebServer

/** As `npm start` starts backend and site. */
async function start(trustedProxies: string): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'local-backend-'))
  const env = { BACKEND_FOLDER: folder, TRUSTED_PROXIES: trustedProxies, LOG_LEVEL: 'silent' }
  for (const [name, value] of Object.entries({ ...UNSET, ...env })) vi.stubEnv(name, value)
  backend = await startLocalBackend({ sitePort: Number(new URL(SITE_ORIGIN).port), restart: false, log: () => {} })
  web = await startWebServer({ root: folder, port: 0, backendUrl: backend.url, trustedProxies: backend.trustedProxies })
}

const UNSET = {
  BACKEND_PORT: '',
  CAPTCHA_SECRET: '',
  DATABASE_URL: '',
  LOGINS_PER_ADDRESS: '',
  MESSAGES_PER_ADDRESS: '',
  MESSAGES_PER_SESSION: '',
  NODE_ENV: '',
  SITE_ORIGINS: '',
  SMTP_URL: '',
}

beforeEach(() => vi.unstubAllEnvs())
afterEach(async () => {
  await web.close()
  await backend.stop()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

async function post(path: string, body: object, headers: Readonly<Record<string, string>>): Promise<Response> {
  const ours = { [apiHeaders.client]: String(clientId), [apiHeaders.environment]: 'qa', origin: SITE_ORIGIN }
  return fetch(`${web.url}/api${path}`, {
    method: 'POST',
    headers: { ...ours, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

const logIn = (forwardedFor: string) =>
  post('/auth/guest', { token: createCaptchaToken() }, { 'x-forwarded-for': forwardedFor })

async function logInOften(count: number, forwardedFor: (index: number) => string): Promise<readonly Response[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => logIn(forwardedFor(index))))
}

const countOf = (status: number, responses: readonly Response[]) =>
  responses.filter((response) => response.status === status).length

test('by default a client that varies X-Forwarded-For meets the login limit', async () => {
  await start('')
  const responses = await logInOften(60, (index) => `198.51.100.${index}`)
  expect([countOf(200, responses), countOf(429, responses)]).toEqual([20, 40])
})

test('by default a client that varies X-Forwarded-For meets the message limit', async () => {
  await start('')
  const sessions = await logInOften(20, () => '198.51.100.1')
  const responses = await Promise.all(
    Array.from({ length: 60 }, (_, index) => {
      const cookies = sessions[index % sessions.length]?.headers.getSetCookie().map((each) => each.split(';', 1).join())
      const token = cookies?.find((cookie) => cookie.startsWith(antiForgeryCookie))?.split('=')[1]
      return post('/contact', VALID_MESSAGE, {
        cookie: cookies?.join('; ') ?? '',
        [apiHeaders.antiForgery]: token ?? '',
        [apiHeaders.idempotency]: randomUUID(),
        'x-forwarded-for': `198.51.100.${index}`,
      })
    }),
  )
  expect([countOf(202, responses), countOf(429, responses)]).toEqual([10, 50])
})

test('behind a trusted proxy the address counts that the proxy has added, not those before it', async () => {
  await start('127.0.0.1')
  const ofOneClient = await logInOften(30, (index) => `203.0.113.${index}, 198.51.100.7`)
  expect([countOf(200, ofOneClient), countOf(429, ofOneClient)]).toEqual([20, 10])
  const ofManyClients = await logInOften(30, (index) => `203.0.113.1, 198.51.100.${100 + index}`)
  expect(countOf(200, ofManyClients)).toBe(30)
})

test('behind a chain of trusted proxies the last address counts that none of them has', async () => {
  await start('127.0.0.1,10.0.0.0/8')
  const ofOneClient = await logInOften(30, (index) => `203.0.113.${index}, 198.51.100.7, 10.1.2.${index}`)
  expect([countOf(200, ofOneClient), countOf(429, ofOneClient)]).toEqual([20, 10])
})
