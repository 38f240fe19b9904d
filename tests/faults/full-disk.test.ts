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

/** Runs a command with a file system of 1 MB at the folder, which only the command and its children see. */
const withSmallDisk = (path: string, command: readonly string[], env = createCommandEnv()) =>
  spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs "$0" && exec "$@"', path, ...command], {
    env,
    encoding: 'utf8',
  })

/** Linux with user namespaces, or root. */
const canMount = withSmallDisk(tmpdir(), ['true']).status === 0

test.runIf(canMount)(
  'on a full disk messages are refused, health and the log say so, and they are taken when there is room',
  () => {
    const child = fileURLToPath(new URL('full-disk-child.ts', import.meta.url))
    const env = createCommandEnv({ BACKEND_FOLDER: folder, BACKEND_PORT: '0', LOG_LEVEL: 'error' })
    const { stdout, stderr } = withSmallDisk(folder, [process.execPath, child], env)
    expect(stderr).toBe('')
    const { refusals, wasReady, log, ids } = JSON.parse(stdout)
    expect(refusals).toHaveLength(5)
    for (const refusal of refusals) expect(refusal).toContain('503')
    expect(wasReady).toBe(false)
    expect(log.length).toBeGreaterThanOrEqual(5)
    for (const { err, reason } of log) expect(err?.message ?? reason).toContain('database or disk is full')
    expect(new Set(ids).size).toBe(1)
  },
)
