import { execFile, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { listServerProcesses } from '#tests/faults/production-server.ts'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'
import { getFreePort } from '#tests/setup/process/free-port.ts'
import { type TestRelease, writeTestRelease } from '#tests/setup/server/test-release.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serve-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const writeSite = (env: Readonly<Record<string, string>> = {}, files: TestRelease['files'] = {}) =>
  writeTestRelease(join(folder, 'releases'), { env, files: { 'index.html': '<h1>Home</h1>', ...files } })

/** In development, unless the variables say otherwise. */
const serverEnv = (
  { port, backendPort }: { readonly port: number; readonly backendPort: number },
  variables: Readonly<Record<string, string>> = {},
) =>
  createCommandEnv({
    NODE_ENV: 'development',
    PORT: String(port),
    BACKEND_PORT: String(backendPort),
    BACKEND_FOLDER: join(folder, 'backend'),
    RELEASES_FOLDER: join(folder, 'releases'),
    SITE_ORIGINS: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'warn',
    ...variables,
  })

/** Starts `node server/main.ts`. */
async function serve(args: readonly string[] = [], variables: Readonly<Record<string, string>> = {}) {
  const [port, backendPort] = [await getFreePort(), await getFreePort()]
  const child = spawn(process.execPath, ['server/main.ts', ...args], {
    env: serverEnv({ port, backendPort }, variables),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')))
  const end = once(child, 'exit').then(async ([code]) => ({ code, output: await output }))
  return { child, end, url: `http://127.0.0.1:${port}`, backendUrl: `http://127.0.0.1:${backendPort}` }
}

async function started(...args: Parameters<typeof serve>) {
  const server = await serve(...args)
  const ready = await Promise.race([once(server.child, 'message').then(() => undefined), server.end])
  if (ready) throw new Error(`The server ended: ${ready.output.join('')}`)
  return server
}

const statusOf = async (url: string): Promise<number> =>
  (await fetch(url, { headers: { connection: 'close' } }).catch(() => undefined))?.status ?? 0

/** The process id of a role of this server; 0 while it does not run. */
const roleProcess = async (supervisor = 0, role: string) => (await listServerProcesses(supervisor)).get(role) ?? 0

describe('the production server', () => {
  test('serves the release and the API, and stops on SIGTERM', async () => {
    await writeSite()
    const { child, end, url, backendUrl } = await started()
    expect(await (await fetch(url)).text()).toBe('<h1>Home</h1>')
    expect(await statusOf(`${url}/api/captcha.js`)).toBe(200)
    child.kill('SIGTERM')
    expect(await end).toEqual({ code: 0, output: [`Listening on ${url}\n`, ''] })
    expect(await Promise.all([url, backendUrl].map(statusOf))).toEqual([0, 0])
  })

  test('ends when the process that started it has ended', async () => {
    await writeSite()
    const { child, end, url } = await started()
    child.disconnect()
    expect(await end).toMatchObject({ code: 0 })
    expect(await statusOf(url)).toBe(0)
  })

  test.each(['SIGKILL', 'SIGTERM'] as const)('starts each of its processes again after %s', async (signal) => {
    await writeSite()
    const { child, url } = await started()
    for (const [role, path] of [
      ['backend', '/api/captcha.js'],
      ['web', '/'],
    ] as const) {
      const before = await roleProcess(child.pid, role)
      expect(before).toBeGreaterThan(0)
      process.kill(before, signal)
      await expect.poll(() => roleProcess(child.pid, role)).not.toBe(before)
      await expect.poll(() => statusOf(url + path)).toBe(200)
    }
  })

  test('starts a process again after an uncaught exception, which it logs', async () => {
    await writeSite()
    const source = 'process.on("SIGUSR2", () => { throw new Error("thrown by a timer") })'
    const thrower = `data:text/javascript,${encodeURIComponent(source)}`
    const { child, end, url } = await started([], { NODE_OPTIONS: `--import=${thrower}` })
    const before = await roleProcess(child.pid, 'web')
    process.kill(before, 'SIGUSR2')
    await expect.poll(() => roleProcess(child.pid, 'web')).not.toBe(before)
    await expect.poll(() => statusOf(url)).toBe(200)
    child.kill('SIGTERM')
    expect((await end).output.join('')).toContain('thrown by a timer')
  })

  test.each(['web', 'backend'])('its %s process responds to pings of its supervisor', async (role) => {
    await writeSite()
    const env = serverEnv({ port: 0, backendPort: 0 })
    const child = fork('server/processes/role-process.ts', [role], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child, 'message') // with its address: it is ready
    child.send('ping')
    expect(await once(child, 'message')).toEqual(['pong', undefined])
  })

  test('lets a download that has begun end before it stops', async () => {
    await writeSite({}, { 'assets/film.mp4': Buffer.alloc(20_000_000) })
    const { child, end, url } = await started()
    const response = await fetch(`${url}/assets/film.mp4`)
    const reader = response.body?.getReader()
    let bytes = (await reader?.read())?.value?.length ?? 0
    child.kill('SIGTERM')
    await expect.poll(() => statusOf(`${url}/api/captcha.js`)).not.toBe(200)
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) break
      bytes += value?.length ?? 0
    }
    expect(bytes).toBe(20_000_000)
    expect(await end).toMatchObject({ code: 0 })
  })

  test('runs the API and the worker without a site', async () => {
    const { backendUrl, child, end } = await started(['--role', 'api,worker'])
    expect(await statusOf(`${backendUrl}/captcha.js`)).toBe(200)
    child.kill('SIGTERM')
    expect(await end).toMatchObject({ code: 0 })
  })

  test('stops when its port is in use, instead of taking another one', async () => {
    await writeSite()
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const address = other.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const { code, output } = await (await serve([], { PORT: port })).end
    expect(code).toBe(1)
    expect(output[1]).toContain(`Port ${port} is in use: set PORT to another one`)
    const backend = await (await serve([], { BACKEND_PORT: port })).end
    expect(backend.code).toBe(1)
    expect(backend.output[1]).toContain(`Port ${port} is in use: set BACKEND_PORT to another one`)
  })
})

test('rejects a second server on the same SQLite file', async () => {
  const first = await started(['--role', 'api,worker'])
  const { code, output } = await (await serve(['--role', 'api,worker'])).end
  expect(code).toBe(1)
  expect(output[1]).toContain(
    `The database ${join(folder, 'backend/backend.sqlite')} is in use by another server, and SQLite is for one server: stop the other server, or set DATABASE_URL to a PostgreSQL database for several\n`,
  )
  first.child.kill('SIGKILL') // its process notices, and ends
  await first.end
  await expect.poll(() => statusOf(`${first.backendUrl}/captcha.js`)).toBe(0)
  await expect.poll(async () => (await started(['--role', 'api,worker']).catch(() => undefined))?.url).toBeDefined()
})

describe('its settings', () => {
  const check = async (variables: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    (await serve(['--check', ...args], variables)).end

  test('are valid on their own for a try on this machine', async () => {
    await writeSite()
    expect(await check({})).toEqual({ code: 0, output: ['Every setting of web, api, worker is valid.\n', ''] })
  })

  test('are checked all at once, and nothing starts', async () => {
    await writeSite({ VITE_SITE_URL: 'http://www.your-site.com' })
    const { code, output } = await check({
      NODE_ENV: '',
      SITE_ORIGINS: '',
      PORT: 'http',
      API_URL: 'ftp://api',
      PREVIEW_SECRET: 'short',
      CONTENTFUL_WEBHOOK_SECRET: 'short',
      BACKEND_PORT: '70000',
    })
    expect(code).toBe(1)
    const names = output[1]?.split('\n').map((line) => line.split(/[: ]/)[0])
    const missing = ['SMTP_URL', 'MAIL_FROM', 'MAIL_TO', 'CAPTCHA_SECRET', 'SITE_ORIGINS', 'VITE_SITE_URL']
    for (const name of [...missing, 'BACKEND_PORT', 'PORT', 'API_URL', 'PREVIEW_SECRET', 'CONTENTFUL_WEBHOOK_SECRET'])
      expect(names).toContain(name)
    expect(names?.filter((name) => name === 'SITE_ORIGINS')).toHaveLength(1)
    expect(output[0]).toBe('')
  })

  test('of a release that was built for other settings are named', async () => {
    await writeSite({ VITE_SITE_URL: 'http://www.your-site.com' })
    const { output } = await check({
      NODE_ENV: 'production',
      SITE_ORIGINS: 'https://www.your-site.com',
      CAPTCHA_SECRET: 'a-secret-of-the-captcha-provider-0123456',
      SMTP_URL: 'smtps://user:password@mail.example',
      MAIL_FROM: 'web@site.example',
      MAIL_TO: 'office@site.example',
    })
    expect(output[1]?.trim().split('\n')).toEqual([
      'TRUSTED_PROXIES: is missing; set the address that your proxy connects from, as in 127.0.0.1',
      expect.stringMatching(
        /^VITE_SITE_URL: the release was built for http:.*; set an https address, then run npm run/,
      ),
      expect.stringMatching(/^VITE_CAPTCHA_SITE_KEY: the release was built without it/),
      expect.stringMatching(/^SITE_ORIGINS: does not name http:\/\/www.your-site.com/),
    ])
  })

  test.each([' ', 'prod', 'Production'])('are those of production with NODE_ENV "%s"', async (NODE_ENV) => {
    await writeSite()
    const all = await check({ NODE_ENV })
    const names = all.output[1]?.split('\n').map((line) => line.split(':')[0])
    for (const name of ['SMTP_URL', 'CAPTCHA_SECRET', 'TRUSTED_PROXIES', 'VITE_SITE_URL']) expect(names).toContain(name)
    const web = await check({ NODE_ENV }, '--role', 'web')
    expect(web.output[1]).toContain('TRUSTED_PROXIES: is missing')
    for (const { output } of [all, web])
      expect(/^NODE_ENV: set production/m.test(output[1] ?? '')).toBe(NODE_ENV.trim() !== '')
  })

  test('name the port of the API that the web server cannot know', async () => {
    await writeSite()
    expect((await check({ BACKEND_PORT: '0' })).output[1]).toBe(
      'BACKEND_PORT: is 0; set the port that the API listens on, as in 5000\n',
    )
    expect(await check({ BACKEND_PORT: '0' }, '--role', 'api,worker')).toMatchObject({ code: 0 })
  })

  test('name the release that is missing, and the database that two processes need', async () => {
    expect((await check({})).output[1]).toMatch(/^RELEASES_FOLDER: there is no release in .*; run npm run build\n$/)
    expect((await check({}, '--role', 'api')).output[1]).toMatch(/^DATABASE_URL: is missing; SQLite has one process/)
  })

  test.each(['web', 'api'])('name the missing proxy of a %s server', async (role) => {
    await writeSite()
    const { output } = await check({ NODE_ENV: 'production', DATABASE_URL: 'postgres://database/site' }, '--role', role)
    expect(output[1]).toContain('TRUSTED_PROXIES: is missing; set the address that your proxy connects from')
  })

  test.each([['everything'], ['web,mail'], ['']])('rejects the unknown role "%s"', async (role) => {
    const { code, output } = await check({}, '--role', role)
    expect({ code, output }).toEqual({
      code: 1,
      output: ['', `--role is "${role}": name some of web, api, worker with commas between, or all\n`],
    })
  })

  test('that are misspelt, or that other users can read, are warned of', async () => {
    await writeSite()
    const file = join(folder, '.env')
    await writeFile(file, 'RETENTION_DAY=30\n')
    await chmod(file, 0o644)
    const env = { ...serverEnv({ port: 3000, backendPort: 5000 }), SMPT_URL: 'smtps://mail.example' }
    const args = [`--env-file=${file}`, 'server/main.ts', '--check']
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env })
    expect(stdout).toBe('Every setting of web, api, worker is valid.\n')
    expect(stderr.trim().split('\n').sort()).toEqual(
      [
        'warning: RETENTION_DAY: is not a setting and has no effect; RETENTION_DAYS is one',
        'warning: SMPT_URL: is not a setting and has no effect; SMTP_URL is one',
        `warning: ${file}: other users can read it; chmod 600 ${file}`,
      ].sort(),
    )
  })

  test('a wrong one stops the start with a line, not a stack', async () => {
    const { code, output } = await (
      await serve(['--role', 'api,worker'], { BACKEND_PORT: 'no', SMTP_URL: 'mail.example' })
    ).end
    expect({ code, output }).toEqual({
      code: 1,
      output: [
        '',
        [
          'BACKEND_PORT: set a whole number from 0 to 65535',
          'SMTP_URL: set a mail server’s address, as in smtps://user:password@host:465',
          'MAIL_FROM: is missing; set the address that the site’s mails come from',
          'MAIL_TO: is missing; set the office’s address, where messages go',
          '',
        ].join('\n'),
      ],
    })
  })
})
