import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { createCommandEnv } from '#scripts/test/command-env.ts'
import { createMessage, openSession, sendMessage } from '#tests/setup/messages.ts'
import { getFreePort } from '#tests/setup/process/free-port.ts'
import { startProductionServer } from './production-server.ts'

/** Mounts a disk of 1 MB at its first argument, for the command that follows and its children only. */
const SMALL_DISK = ['unshare', '-rm', 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs "$0" && exec "$@"'] as const

/** Requires Linux with user namespaces, or root. */
const canMount = spawnSync(SMALL_DISK[0], [...SMALL_DISK.slice(1), tmpdir(), 'true']).status === 0

const message = createMessage({ message: 'x'.repeat(5_000) })

test.runIf(canMount)(
  '§12.19 a full disk answers 503, and messages are accepted as soon as there is space',
  async () => {
    const folder = await createTestFolder()
    const data = join(folder, 'data')
    await mkdir(data)
    const server = await startProductionServer({ folder, runner: [...SMALL_DISK, data] })
    onTestFinished(server.kill)
    const url = await server.url
    const session = await openSession(`${url}/api`)
    const key = randomUUID()
    const send = () => sendMessage(`${url}/api`, session, { key, message })
    const filler = join(`/proc/${server.pid}/root`, data, 'filler') // the disk as the server sees it
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`]) // until no block is left
    for (let count = 0; count < 5; count++) await expect(send()).rejects.toThrow('503')
    expect((await fetch(url)).status).toBe(200)
    expect(server.readOutput()).toContain('database or disk is full')
    await rm(filler)
    const id = await send()
    expect(await send()).toBe(id)
  },
)

test.runIf(canMount)(
  '§12.33 a data folder that cannot be written at the start takes the form away, not the pages',
  async () => {
    const folder = await createTestFolder()
    const data = join(folder, 'data')
    await mkdir(data)
    const readOnly = ['unshare', '-rm', 'sh', '-c', 'mount -t tmpfs -o ro tmpfs "$0" && exec "$@"', data]
    const server = await startProductionServer({ folder, runner: readOnly, env: { LOG_LEVEL: 'warn' } })
    onTestFinished(server.kill)
    const url = await server.url
    expect((await fetch(url)).status).toBe(200)
    await expect(openSession(`${url}/api`)).rejects.toThrow('503')
    expect(await (await fetch(`${url}/health/ready`)).json()).toEqual({ status: 'degraded', parts: ['form'] })
    expect(server.readOutput()).toContain(`The lock file ${join(data, 'backend.sqlite.lock')} cannot be locked: `)
    execFileSync('nsenter', [`--mount=/proc/${server.pid}/ns/mnt`, 'mount', '-o', 'remount,rw', data])
    await expect.poll(() => openSession(`${url}/api`).then(Boolean, () => false)).toBe(true)
  },
)

/** Runs a command of package.json in a view of the file system that `prepare`, a shell command, changes at `folder`. */
async function runCommand(args: readonly string[], prepare: string, folder: string) {
  const ports = { PORT: String(await getFreePort()), CMS_PORT: String(await getFreePort()) }
  const env = createCommandEnv({ BACKEND_FOLDER: join(await createTestFolder(), 'backend'), ...ports })
  const inView = ['-rm', 'sh', '-c', `${prepare} && cd "$PWD" && exec "$@"`, folder]
  const command = [...inView, process.execPath, 'scripts/bootstrap.mjs', ...args]
  const { status, stdout, stderr } = spawnSync('unshare', command, { env, encoding: 'utf8', timeout: 200_000 })
  const lines = (stdout + stderr).split('\n').filter(Boolean)
  expect([status, lines.length < 6]).toEqual([1, true])
  return lines
}

test.runIf(canMount)(
  '§11.14 npm start names a full disk and a project folder that cannot be written, with the remedy',
  async () => {
    const disk = await createTestFolder()
    const onDisk = ['start', '--state', join(disk, 'state')]
    expect(await runCommand(onDisk, 'mount -t tmpfs -o size=1m tmpfs "$0"', disk)).toContainEqual(
      expect.stringMatching(/^There is no space left in .*state: free some on its disk, or choose another folder$/),
    )
    const readOnly = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"'
    expect(await runCommand(['start'], readOnly, resolve())).toContain(
      `${resolve()} cannot be written: let this user write it, or copy the project to another folder`,
    )
  },
)
