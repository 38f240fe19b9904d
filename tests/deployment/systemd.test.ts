import { execFileSync, spawnSync } from 'node:child_process'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '#scripts/dev/ports.ts'

const FOLDER = 'deploy/systemd'
const SERVER = `${FOLDER}/pipeline-site.service`
const SOCKET = `${FOLDER}/pipeline-site.socket`
const BACKUP = `${FOLDER}/pipeline-site-backup.service`

test.each([SERVER, SOCKET, BACKUP, `${FOLDER}/pipeline-site-backup.timer`])('%s is valid', (unit) => {
  const verified = spawnSync('systemd-analyze', ['verify', unit])
  // The programs of a server are not on this machine.
  const lines = verified.stderr.toString().split('\n')
  expect(lines.filter((line) => line.includes('pipeline-site') && !line.includes('is not executable'))).toEqual([])
})

test.each([SERVER, BACKUP])('%s protects the machine from the service', (unit) => {
  // From 0 (safe) to 10; exit code 1 above the threshold, which is in tenths.
  const rated = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=25', unit])
  expect(rated.stdout.toString()).toContain('Overall exposure level')
  expect(rated.status).toBe(0)
})

/** A server that says what its unit lets it do. */
const SERVER_SCRIPT = `
  import { writeFileSync } from 'node:fs'
  import { createServer } from 'node:http'
  import { networkInterfaces } from 'node:os'

  const tryTo = (action) => {
    try { action(); return 'ok' } catch ({ code }) { return code }
  }
  const answer = JSON.stringify({
    listsAddresses: tryTo(networkInterfaces),
    writesMessages: tryTo(() => writeFileSync('../../data/message', '')),
    writesPages: tryTo(() => writeFileSync('../../releases/page', '')),
    writesCode: tryTo(() => writeFileSync('server/main.ts', '')),
    writesSettings: tryTo(() => writeFileSync('../../.env', '')),
    setting: process.env.SETTING,
  })
  const server = createServer((_, response) => response.end(answer))
  server.listen(process.env.LISTEN_PID === String(process.pid) ? { fd: 3 } : { port: 0 })
  process.once('SIGTERM', () => server.close(() => process.exit()))`

const isPid1 = (await readFile('/proc/1/comm', 'utf8')).trim() === 'systemd'

describe.skipIf(!isPid1)('where systemd runs this machine', () => {
  /** Installs copies of the units with another name, folder, user and port. */
  async function startUnits() {
    const name = `pipeline-site-test-${process.pid}`
    const root = `/srv/${name}`
    const port = await findFreePort(18_850)
    const version = join(root, 'versions/one')
    onTestFinished(async () => {
      spawnSync('systemctl', ['stop', `${name}.socket`, `${name}.service`])
      for (const kind of ['socket', 'service']) await rm(`/run/systemd/system/${name}.${kind}`, { force: true })
      spawnSync('systemctl', ['daemon-reload'])
      await rm(root, { recursive: true, force: true })
    })
    for (const folder of ['data', 'releases', 'versions/one/server', 'versions/one/node_modules/node/bin'])
      await mkdir(join(root, folder), { recursive: true })
    await writeFile(join(version, 'package.json'), '{ "type": "module" }')
    await writeFile(join(version, 'server/main.ts'), SERVER_SCRIPT)
    await writeFile(join(root, '.env'), 'SETTING=read\n')
    await copyFile(process.execPath, join(version, 'node_modules/node/bin/node'))
    execFileSync('ln', ['-s', 'versions/one', join(root, 'current')])
    execFileSync('chown', ['-R', 'nobody:nogroup', root])
    for (const kind of ['socket', 'service']) {
      const unit = (await readFile(`${FOLDER}/pipeline-site.${kind}`, 'utf8'))
        .replaceAll('pipeline-site', name)
        .replace('User=site', 'User=nobody')
        .replace('Group=site', 'Group=nogroup')
        .replace(':3000', `:${port}`)
      await writeFile(`/run/systemd/system/${name}.${kind}`, unit)
    }
    execFileSync('systemctl', ['daemon-reload'])
    execFileSync('systemctl', ['start', `${name}.service`])
    return { name, url: `http://127.0.0.1:${port}` }
  }

  const ask = async (url: string) => (await fetch(url, { headers: { connection: 'close' } })).text()

  test('§12.8 §12.10 the server writes messages and pages only, and loses no request when it starts again', async () => {
    const { name, url } = await startUnits()
    const expected = {
      listsAddresses: 'ok',
      writesMessages: 'ok',
      writesPages: 'ok',
      writesCode: 'EROFS',
      writesSettings: 'EROFS',
      setting: 'read',
    }
    expect(JSON.parse(await ask(url))).toEqual(expected)

    let isRestarting = true
    const answers = new Set<string>()
    const visits = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (isRestarting) answers.add(await ask(url).catch(({ message }) => message))
      }),
    )
    for (let count = 0; count < 3; count++) execFileSync('systemctl', ['restart', `${name}.service`])
    execFileSync('systemctl', ['kill', '--signal=SIGTERM', `${name}.service`])
    await expect.poll(() => spawnSync('systemctl', ['is-active', `${name}.service`]).stdout.toString()).toBe('active\n')
    isRestarting = false
    await visits
    expect([...answers].map((text) => JSON.parse(text))).toEqual([expected])

    execFileSync('systemctl', ['stop', `${name}.socket`])
    await expect(ask(url)).rejects.toThrow('fetch failed')
  })
})
