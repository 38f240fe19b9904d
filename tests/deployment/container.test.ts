import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '#scripts/dev/ports.ts'
import { buildDockerfile } from './dockerfile.ts'

/** What `docker build` sends: the files that git knows, without those that .dockerignore names. */
async function copyContext(folder: string): Promise<string> {
  const context = join(folder, 'context')
  await mkdir(context)
  execFileSync('sh', [
    '-c',
    `git ls-files -z --cached --others --exclude-standard | tar -c --null -T - | tar -x -C "$0"`,
    context,
  ])
  const ignored = (await readFile('.dockerignore', 'utf8')).split('\n').filter((line) => line && !line.startsWith('!'))
  for (const pattern of ignored)
    spawnSync('sh', ['-c', `cd "$0" && shopt -s globstar 2>/dev/null; rm -rf ${pattern}`, context])
  return context
}

test('the instructions of Dockerfile make an image that builds a release and serves it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'container-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const context = await copyContext(folder)
  const image = await buildDockerfile({ dockerfile: 'Dockerfile', context, folder })
  expect(image.user).toBe('node')
  expect(image.skipped).toEqual([expect.stringContaining('postgresql-client')])
  const [port, backendPort] = [await findFreePort(18_600), await findFreePort(18_650)]
  const env = {
    NODE_ENV: 'development',
    PORT: String(port),
    BACKEND_PORT: String(backendPort),
    VITE_SITE_URL: `http://127.0.0.1:${port}`,
    SITE_ORIGINS: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'silent',
  }

  const build = image.run(env, { command: ['npm', 'run', 'build'], isReadOnly: false })
  expect(await once(build, 'exit')).toEqual([0, null])

  const server = image.run(env)
  onTestFinished(() => void server.kill('SIGKILL'))
  await once(server, 'message')
  expect(await (await fetch(`http://127.0.0.1:${port}/services`)).text()).toContain('<h1')
  expect((await fetch(`http://127.0.0.1:${port}/api/captcha.js`)).status).toBe(200)
  const write =
    'try { require("fs").writeFileSync("/app/server/x", ""); process.exit(1) } catch ({ code }) { console.log(code) }'
  expect(await once(image.run({}, { command: ['node', '-e', write] }), 'exit')).toEqual([0, null])

  for (const script of ['messages -- list', 'releases', 'backup -- --to /data/backups'])
    expect(await once(image.run(env, { command: ['npm', 'run', ...script.split(' ')] }), 'exit')).toEqual([0, null])

  const command = image.healthcheck.map((word) => word.replaceAll(':3000/', `:${port}/`))
  const health = image.run({}, { command })
  expect(await once(health, 'exit')).toEqual([0, null])
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
})
