import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { apiHeaders } from '#server/api/contract.ts'
import { acquireSqliteLock } from '#server/database/sqlite/sqlite-lock.ts'
import { startWebServer, type WebServer } from '#server/web/web-server.ts'
import { ANTI_FORGERY_COOKIE, CLIENT_ID } from '#shared/constants.ts'
import { createCaptchaToken, SITE_ORIGIN, VALID_MESSAGE } from '#tests/setup/server/test-backend.ts'
import { chooseBackendFolder, type LocalBackend, startLocalBackend } from './local-backend.ts'

describe('chooseBackendFolder', () => {
  /** Changes to an empty working directory, which contains the default folders. */
  async function setUp() {
    const folder = await mkdtemp(join(tmpdir(), 'local-backend-'))
    const before = process.cwd()
    process.chdir(folder)
    onTestFinished(async () => {
      process.chdir(before)
      await rm(folder, { recursive: true })
    })
    const lines: string[] = []
    const chooseFolder = (env: Readonly<Record<string, string>> = {}) =>
      chooseBackendFolder(3001, env, (line) => lines.push(line))
    return { lines, chooseFolder }
  }

  test('a second site on the same machine uses a separate folder', async () => {
    const { lines, chooseFolder } = await setUp()
    expect(await chooseFolder()).toEqual({})
    const first = await acquireSqliteLock('.backend/backend.sqlite')
    onTestFinished(first.release)
    expect(await chooseFolder()).toEqual({ BACKEND_FOLDER: '.cache/site-3001/backend' })
    expect(lines).toEqual([
      '.backend/backend.sqlite is in use by another site: messages of this site are stored in .cache/site-3001/backend/backend.sqlite.',
    ])
    first.release()
    expect(await chooseFolder()).toEqual({})
  })

  test('BACKEND_FOLDER and DATABASE_URL are used unchanged', async () => {
    const { lines, chooseFolder } = await setUp()
    for (const file of ['.backend/backend.sqlite', 'mine/backend.sqlite'])
      onTestFinished((await acquireSqliteLock(file)).release)
    expect(await chooseFolder({ BACKEND_FOLDER: 'mine' })).toEqual({})
    expect(await chooseFolder({ DATABASE_URL: 'postgres://127.0.0.1/site' })).toEqual({})
    expect(lines).toEqual([])
  })
})

describe('limits by client address', () => {
  let folder: string
  let backend: LocalBackend
  let web: WebServer

  /** Starts backend and web server as `npm start` does. */
  async function start(trustedProxies: string): Promise<void> {
    folder = await mkdtemp(join(tmpdir(), 'local-backend-'))
    const env = { BACKEND_FOLDER: folder, TRUSTED_PROXIES: trustedProxies, LOG_LEVEL: 'silent' }
    for (const [name, value] of Object.entries({ ...UNSET, ...env })) vi.stubEnv(name, value)
    backend = await startLocalBackend({ sitePort: Number(new URL(SITE_ORIGIN).port), restart: false, log: () => {} })
    web = await startWebServer({
      root: folder,
      port: 0,
      backendUrl: backend.url,
      trustedProxies: backend.trustedProxies,
    })
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
    const clientHeaders = {
      [apiHeaders.client]: String(CLIENT_ID),
      [apiHeaders.environment]: 'qa',
      origin: SITE_ORIGIN,
    }
    return fetch(`${web.url}/api${path}`, {
      method: 'POST',
      headers: { ...clientHeaders, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }

  const logIn = (forwardedFor: string) =>
    post('/auth/guest', { token: createCaptchaToken() }, { 'x-forwarded-for': forwardedFor })

  async function logInOften(count: number, forwardedFor: (index: number) => string): Promise<readonly Response[]> {
    return Promise.all(Array.from({ length: count }, (_, index) => logIn(forwardedFor(index))))
  }

  const countStatus = (status: number, responses: readonly Response[]) =>
    responses.filter((response) => response.status === status).length

  test('varying X-Forwarded-For does not bypass the login limit by default', async () => {
    await start('')
    const responses = await logInOften(60, (index) => `198.51.100.${index}`)
    expect([countStatus(200, responses), countStatus(429, responses)]).toEqual([20, 40])
  })

  test('varying X-Forwarded-For does not bypass the message limit by default', async () => {
    await start('')
    const sessions = await logInOften(20, () => '198.51.100.1')
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const cookies = sessions[index % sessions.length]?.headers
          .getSetCookie()
          .map((each) => each.split(';', 1).join())
        const token = cookies?.find((cookie) => cookie.startsWith(ANTI_FORGERY_COOKIE))?.split('=')[1]
        return post('/contact', VALID_MESSAGE, {
          cookie: cookies?.join('; ') ?? '',
          [apiHeaders.antiForgery]: token ?? '',
          [apiHeaders.idempotency]: randomUUID(),
          'x-forwarded-for': `198.51.100.${index}`,
        })
      }),
    )
    expect([countStatus(202, responses), countStatus(429, responses)]).toEqual([10, 50])
  })

  test('behind a trusted proxy, limits apply to the address that the proxy has added', async () => {
    await start('127.0.0.1')
    const ofOneClient = await logInOften(30, (index) => `203.0.113.${index}, 198.51.100.7`)
    expect([countStatus(200, ofOneClient), countStatus(429, ofOneClient)]).toEqual([20, 10])
    const ofManyClients = await logInOften(30, (index) => `203.0.113.1, 198.51.100.${100 + index}`)
    expect(countStatus(200, ofManyClients)).toBe(30)
  })

  test('behind a chain of trusted proxies, limits apply to the last address that is not trusted', async () => {
    await start('127.0.0.1,10.0.0.0/8')
    const ofOneClient = await logInOften(30, (index) => `203.0.113.${index}, 198.51.100.7, 10.1.2.${index}`)
    expect([countStatus(200, ofOneClient), countStatus(429, ofOneClient)]).toEqual([20, 10])
  })
})
