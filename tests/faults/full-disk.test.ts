import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'full-disk-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs a command with a 1 MB file system mounted at `path`, visible to the command and its children only. */
const runWithSmallDisk = (path: string, command: readonly string[], env = createCommandEnv()) =>
  spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs "$0" && exec "$@"', path, ...command], {
    env,
    encoding: 'utf8',
  })

/** Requires Linux with user namespaces, or root. */
const canMount = runWithSmallDisk(tmpdir(), ['true']).status === 0

test.runIf(canMount)(
  'rejects messages on a full disk, reports it in health and log, and accepts messages when there is space',
  () => {
    const child = fileURLToPath(new URL('full-disk-child.ts', import.meta.url))
    const env = createCommandEnv({ BACKEND_FOLDER: folder, BACKEND_PORT: '0', LOG_LEVEL: 'error' })
    const { stdout, stderr } = runWithSmallDisk(folder, [process.execPath, child], env)
    expect(stderr).toBe('')
    const { rejections, wasReady, log, ids } = JSON.parse(stdout)
    expect(rejections).toHaveLength(5)
    for (const rejection of rejections) expect(rejection).toContain('503')
    expect(wasReady).toBe(false)
    expect(log.length).toBeGreaterThanOrEqual(5)
    for (const { err, reason } of log) expect(err?.message ?? reason).toContain('database or disk is full')
    expect(new Set(ids).size).toBe(1)
  },
)
