import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '#scripts/dev/ports.ts'
import { openSession } from '#tests/faults/contact-client.ts'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'
import { sendRequestsWithBodies } from '#tests/setup/server/requests-with-bodies.ts'
import { writeTestRelease } from '#tests/setup/server/test-release.ts'

const LOGINS_PER_ADDRESS = 5

let folder: string
let site: { readonly port: number; readonly stop: () => Promise<unknown> }

/** The production server with a release of one page, as an operator starts it behind a proxy on the same machine. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proxies-'))
  const releases = join(folder, 'releases')
  await writeTestRelease(releases)
  const port = await findFreePort(18_300)
  await using log = await open(getLogFile(), 'a')
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: createCommandEnv({
      NODE_ENV: 'development',
      PORT: String(port),
      BACKEND_PORT: String(await findFreePort(port + 1)),
      BACKEND_FOLDER: join(folder, 'backend'),
      RELEASES_FOLDER: releases,
      SITE_ORIGINS: 'https://localhost,http://127.0.0.1:3000',
      TRUSTED_PROXIES: '127.0.0.1',
      LOGINS_PER_ADDRESS: String(LOGINS_PER_ADDRESS),
    }),
    stdio: ['ignore', log.fd, 'inherit', 'ipc'],
  })
  await once(child, 'message')
  site = {
    port,
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
})

afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true, force: true })
})

const getLogFile = () => join(folder, 'server.log')

/** Returns the requests that each of the two processes has logged: web process, API. */
async function readLoggedRequests() {
  const lines = (await readFile(getLogFile(), 'utf8')).split('\n').filter((line) => line.startsWith('{'))
  const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
  const webProcess = requests.find(({ route }) => route === '/api/*')?.pid
  const { web = [], api = [] } = Object.groupBy(requests, ({ pid }) => (pid === webProcess ? 'web' : 'api'))
  return [web, api] as const
}

const countLoggedRequests = async () => (await readLoggedRequests()).map(({ length }) => length)

interface Proxy {
  /** Ports where the proxy listens. */
  readonly https: number
  readonly http: number
}

/** Caddy with the sample file; only the ports and the certificate, which is one of this machine, are replaced. */
async function startCaddy(): Promise<Proxy> {
  const [http, https] = [await findFreePort(18_400), await findFreePort(18_450)]
  const sample = await readFile('deploy/caddy/Caddyfile', 'utf8')
  const globals = `admin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tlocal_certs\n\tskip_install_trust\n`
  const file = join(folder, 'Caddyfile')
  await writeFile(file, sample.replace('{\n', `{\n\t${globals}`))
  startProgram('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    SITE_ADDRESS: 'localhost',
    UPSTREAM: `127.0.0.1:${site.port}`,
    XDG_DATA_HOME: join(folder, 'caddy'),
    HOME: folder,
  })
  return { http, https }
}

/** nginx with the sample file; ports, server name and certificate are replaced. */
async function startNginx(): Promise<Proxy> {
  const [http, https] = [await findFreePort(18_500), await findFreePort(18_550)]
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
    ...['-subj', '/CN=localhost', '-keyout', key, '-out', certificate],
  ])
  const sample = (await readFile('deploy/nginx/pipeline-site.conf', 'utf8'))
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${site.port}`)
    .replace(/listen 80;/, `listen 127.0.0.1:${http};`)
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${https} ssl http2;`)
    .replaceAll(/ +listen \[::\].*\n/g, '')
    .replaceAll(/ssl_certificate +.*;/g, `ssl_certificate ${certificate};`)
    .replaceAll(/ssl_certificate_key +.*;/g, `ssl_certificate_key ${key};`)
    .replaceAll('www.your-site.com', 'localhost')
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `user root;\ndaemon off;\npid ${join(folder, 'nginx.pid')};\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${sample}\n}\n`,
  )
  expect(spawnSync('nginx', ['-t', '-c', file]).stderr.toString()).toContain('test is successful')
  startProgram('nginx', ['-c', file], {})
  return { http, https }
}

function startProgram(name: string, args: readonly string[], variables: Readonly<Record<string, string>>): void {
  const child = spawn(name, args, { env: createCommandEnv(variables), stdio: 'ignore' })
  onTestFinished(async () => {
    child.kill()
    await once(child, 'exit')
  })
}

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** The certificate is one of this machine, so it is not verified. */
function ask(
  port: number,
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
) {
  return new Promise<Answer>((resolve, reject) => {
    const { body = '', headers, ...rest } = options
    const call = request(
      {
        host: '127.0.0.1',
        port,
        path,
        servername: 'localhost',
        rejectUnauthorized: false,
        agent: false,
        ...rest,
        headers: { host: 'localhost', ...headers },
      },
      async (response) =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) }),
    )
    call.on('error', reject)
    call.end(body)
  })
}

const login = (port: number, forwardedFor: string) =>
  ask(port, '/api/auth/guest', {
    method: 'POST',
    headers: {
      origin: 'https://localhost',
      'content-type': 'application/json',
      clientid: '3',
      environmentid: 'dev',
      'x-forwarded-for': forwardedFor,
      forwarded: `for=${forwardedFor}`,
      'x-real-ip': forwardedFor,
    },
    body: JSON.stringify({ token: 'not a token' }),
  })

/** Waits until the proxy serves the site. */
const expectHomePage = (port: number) =>
  expect
    .poll(() =>
      ask(port, '/').then(
        ({ body }) => body,
        () => '',
      ),
    )
    .toContain('<title>Home</title>')

describe.each([
  ['Caddy', startCaddy],
  ['nginx', startNginx],
])('%s with the sample file', (_, start) => {
  test('serves the site over https, and lets no client choose its address', async () => {
    const { http, https } = await start()
    await expectHomePage(https)
    const redirect = await fetch(`http://localhost:${http}/services`, { redirect: 'manual' })
    expect([301, 308]).toContain(redirect.status)
    expect(redirect.headers.get('location')).toMatch(/^https:\/\/localhost(:\d+)?\/services$/)
    const statuses: number[] = []
    for (let count = 0; count < 3 * LOGINS_PER_ADDRESS; count++)
      statuses.push((await login(https, `203.0.113.${count}`)).status)
    // The window of a minute may have begun with the other proxy's logins: all of them come from 127.0.0.1.
    expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(LOGINS_PER_ADDRESS)
    expect(statuses.at(-1)).toBe(429)
  })

  test('a body is never read as a request, whatever the method', async () => {
    const { https } = await start()
    await expectHomePage(https)
    const address = { 'x-forwarded-for': '198.51.100.7' }
    const session = await openSession(`http://127.0.0.1:${site.port}/api`, { headers: address })
    const lastRequest = { method: 'POST', status: 200 } // the login; those of the other test are refused
    await expect
      .poll(async () => (await readLoggedRequests()).map((requests) => requests.at(-1)))
      .toMatchObject([lastRequest, lastRequest])
    const [web = 0, api = 0] = await countLoggedRequests()
    const { count, apiCount, failures } = await sendRequestsWithBodies(`https://127.0.0.1:${https}`, session)
    expect(failures).toEqual([])
    await expect.poll(countLoggedRequests).toEqual([web + count, api + apiCount])
  })
})
