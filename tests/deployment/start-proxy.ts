import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { findFreePort } from '#scripts/dev/ports.ts'
import { createCommandEnv } from '#scripts/test/command-env.ts'

interface ProxyOptions {
  /** The port of the site's server. */
  readonly upstream: number
  /** For the proxy's files. */
  readonly folder: string
}

/** Caddy with the sample file; only the ports and the certificate, which is one of this machine, are replaced. */
export async function startCaddy({ upstream, folder }: ProxyOptions) {
  const [http, https] = [await findFreePort(18_400), await findFreePort(18_450)]
  const sample = await readFile('deploy/caddy/Caddyfile', 'utf8')
  const globals = `admin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tlocal_certs\n\tskip_install_trust\n`
  const file = join(folder, 'Caddyfile')
  await writeFile(file, sample.replace('{\n', `{\n\t${globals}`))
  const log = join(folder, 'caddy.log')
  await startProgram(['caddy', 'run', '--config', file, '--adapter', 'caddyfile'], {
    log,
    variables: {
      SITE_ADDRESS: 'localhost',
      UPSTREAM: `127.0.0.1:${upstream}`,
      XDG_DATA_HOME: join(folder, 'caddy'),
      HOME: folder,
    },
  })
  return { http, https, readLog: () => readFile(log, 'utf8') }
}

/** nginx with the sample file; ports, server name, certificate and the folder of the logs are replaced. */
export async function startNginx({ upstream, folder }: ProxyOptions) {
  const [http, https] = [await findFreePort(18_500), await findFreePort(18_550)]
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
    ...['-subj', '/CN=localhost', '-keyout', key, '-out', certificate],
  ])
  const sample = (await readFile('deploy/nginx/pipeline-site.conf', 'utf8'))
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${upstream}`)
    .replace(/listen 80;/, `listen 127.0.0.1:${http};`)
    .replace(/listen 443 ssl;/, `listen 127.0.0.1:${https} ssl${knowsHttp2Directive() ? '' : ' http2'};`)
    .replace(/ +http2 on;\n/, (line) => (knowsHttp2Directive() ? line : ''))
    .replaceAll(/ +listen \[::\].*\n/g, '')
    .replaceAll(/ssl_certificate +.*;/g, `ssl_certificate ${certificate};`)
    .replaceAll(/ssl_certificate_key +.*;/g, `ssl_certificate_key ${key};`)
    .replaceAll('www.your-site.com', 'localhost')
    .replaceAll('/var/log/nginx', folder)
    .replace('rate=50r/s', 'rate=5000r/s') // all requests of the tests come from one address
  const file = join(folder, 'nginx.conf')
  const main = `user root;\ndaemon off;\npid ${join(folder, 'nginx.pid')};\nevents { worker_connections 768; }`
  await writeFile(file, `${main}\nhttp {\n${sample}\n}\n`)
  const { stderr } = spawnSync('nginx', ['-t', '-c', file], { encoding: 'utf8' })
  expect(stderr).toContain('test is successful')
  expect(stderr).not.toContain('[warn]')
  const log = join(folder, 'nginx.log')
  await startProgram(['nginx', '-e', log, '-c', file], { log })
  const logs = [log, join(folder, 'pipeline-site.log'), join(folder, 'pipeline-site.error.log')]
  return { http, https, readLog: async () => (await Promise.all(logs.map((name) => readFile(name, 'utf8')))).join('') }
}

/** Whether this machine's nginx is 1.25.1 or newer, as the sample file expects: that of Debian 12 is 1.22. */
function knowsHttp2Directive(): boolean {
  const [, minor = 0, patch = 0] =
    spawnSync('nginx', ['-v'], { encoding: 'utf8' }).stderr.match(/\d+/g)?.map(Number) ?? []
  return minor > 25 || (minor === 25 && patch >= 1)
}

interface ProgramOptions {
  /** The file for its output. */
  readonly log: string
  readonly variables?: Readonly<Record<string, string>>
}

/** Starts a program that ends with the test. */
export async function startProgram(
  [name = '', ...args]: readonly string[],
  { log, variables }: ProgramOptions,
): Promise<ChildProcess> {
  await using output = await open(log, 'a')
  const child = spawn(name, args, { env: createCommandEnv(variables), stdio: ['ignore', output.fd, output.fd] })
  onTestFinished(async () => {
    child.kill()
    await once(child, 'exit')
  })
  return child
}

/** Sends a request over a connection of its own. The certificate is one of this machine, so it is not verified. */
export async function ask(port: number, path: string, options: RequestOptions & { body?: string } = {}) {
  const { body = '', headers, ...rest } = options
  const tls = { servername: 'localhost', rejectUnauthorized: false, agent: false }
  const call = request({ host: '127.0.0.1', port, path, ...tls, ...rest, headers: { host: 'localhost', ...headers } })
  call.end(body)
  const [response]: IncomingMessage[] = await once(call, 'response')
  return { status: response?.statusCode ?? 0, body: response ? await text(response) : '' }
}

/** Waits until the proxy answers `GET /` with this status. */
export const expectAnswer = (port: number, status: number) =>
  expect.poll(() => ask(port, '/').catch(String), { timeout: 30_000 }).toMatchObject({ status })
