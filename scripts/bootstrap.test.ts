import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type BootstrapProject, createBootstrapProject, waitForExit } from '#tests/setup/process/bootstrap-project.ts'

/** Each command starts three processes while other tests run. */
vi.setConfig({ testTimeout: 30_000 })

let project: BootstrapProject

beforeEach(async () => {
  project = await createBootstrapProject()
})
afterEach(() => project[Symbol.asyncDispose]())

test('prints a one-line error on a Node that is too old', async () => {
  const old = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.4'}})`
  const { code, stderr } = await project.run(['script.ts'], {}, ['--import', old])
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Node 18\.20\.4 is too old: 20\.19 or newer is needed\. Install [^\n]+\n$/)
  expect(await project.npmCalls()).toBe('')
})

describe('the script', () => {
  test('receives its arguments and the variables of .env, and sets the exit code', async () => {
    await writeFile(join(project.root, '.env'), 'FROM_FILE=general')
    await writeFile(join(project.root, '.env.local'), 'FROM_FILE=mine')
    const { code, stdout } = await project.run(['script.ts', 'hello', '7'])
    expect(code).toBe(7)
    expect(stdout).toBe('hello mine\n')
    expect((await project.run(['script.ts', 'hello', '7'], { FROM_FILE: 'given' })).stdout).toBe('hello given\n')
  })

  test('caches compiled modules in .cache or in NODE_COMPILE_CACHE', async () => {
    const { stdout } = await project.run(['script.ts', 'hello', '0'])
    expect(stdout).toContain('hello')
    expect(await readdir(join(project.root, '.cache/compiled'))).toHaveLength(1)
    await project.run(['script.ts', 'hello', '0'], { NODE_COMPILE_CACHE: join(project.root, 'own') })
    expect(await readdir(join(project.root, 'own'))).toHaveLength(1)
  })

  test('runs when the cache folder cannot be written', async () => {
    await project.run(['script.ts', 'hello', '0'], { NODE_COMPILE_CACHE: join(project.root, 'own') }) // installs
    await writeFile(join(project.root, '.cache'), 'a file in place of the folder')
    const { code, stdout, stderr } = await project.run(['script.ts', 'hello', '3'])
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' })
    expect(stdout).toContain('hello')
  })

  test('receives SIGTERM and sets the exit code', async () => {
    await project.run(['script.ts', 'hello', '0'])
    const child = project.start(['script.ts', 'wait'])
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    const { code, stdout } = await waitForExit(child)
    expect(code).toBe(4)
    expect(stdout).toContain('received SIGTERM')
  })

  test('ends when the bootstrap process is killed', async () => {
    await project.run(['script.ts', 'hello', '0'])
    const child = project.start(['script.ts', 'wait'])
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    // The script has inherited stdout, so the stream closes only after the script has ended too.
    expect(await waitForExit(child)).toMatchObject({ signal: 'SIGKILL' })
  })

  test.skipIf(process.platform === 'win32')('ends with npm, whose shell forwards no signals', async () => {
    await project.run(['script.ts', 'hello', '0'])
    const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/bootstrap.mjs script.ts wait; exit`], {
      cwd: project.root,
      env: { npm_lifecycle_event: 'start' },
    })
    await once(shell.stdout, 'data')
    shell.kill('SIGTERM')
    expect(await waitForExit(shell)).toMatchObject({
      signal: 'SIGTERM',
      stdout: expect.stringContaining('received SIGTERM'),
    })
  })
})
