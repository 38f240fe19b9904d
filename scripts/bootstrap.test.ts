import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/** A project of one script, whose npm is ours: it does what INSTALL says. */
const NPM = `
  const { mkdirSync, symlinkSync, appendFileSync } = require('node:fs')
  appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n')
  mkdirSync('node_modules/node/bin', { recursive: true })
  if (process.env.INSTALL === 'hang') return setInterval(() => console.log('still at it'), 50)
  if (process.env.INSTALL === 'offline') {
    for (let i = 0; i < 20; i++) console.error('npm http fetch GET https://npm.example/' + i + ' attempt 1 failed with ENOTFOUND')
    return setInterval(() => {}, 1_000)
  }
  if (process.env.INSTALL) {
    console.error('npm error code ' + process.env.INSTALL)
    process.exit(1)
  }
  symlinkSync(process.execPath, 'node_modules/node/bin/node')`

const SCRIPT = `
  const [what, code]: string[] = process.argv.slice(2)
  if (what === 'wait') {
    process.on('SIGTERM', () => { console.log('told to stop'); process.exit(4) })
    process.on('disconnect', () => process.exit())
    setInterval(() => console.log('waiting', process.pid), 50)
  } else {
    console.log(what, process.env.FROM_FILE)
    process.exitCode = Number(code)
  }`

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'bootstrap-'))
  await mkdir(join(root, 'scripts/run'), { recursive: true })
  for (const file of ['bootstrap', 'run/child', 'run/node-version', 'run/packages', 'run/pinned-node']) {
    await cp(`scripts/${file}.mjs`, join(root, `scripts/${file}.mjs`))
  }
  const packages = { '': {}, 'node_modules/node': { integrity: 'a' }, 'node_modules/other': { optional: true } }
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages }))
  await writeFile(join(root, 'npm-cli.js'), NPM)
  await writeFile(join(root, 'script.ts'), SCRIPT)
})
afterEach(() => rm(root, { recursive: true }))

function start(args: readonly string[], env: Record<string, string> = {}, nodeOptions: readonly string[] = []) {
  return spawn(process.execPath, [...nodeOptions, join(root, 'scripts/bootstrap.mjs'), ...args], {
    env: { PATH: process.env.PATH, npm_execpath: join(root, 'npm-cli.js'), ...env },
  })
}

async function ended(child: ChildProcessWithoutNullStreams) {
  const texts = { stdout: '', stderr: '' }
  child.stdout.on('data', (text) => {
    texts.stdout += text
  })
  child.stderr.on('data', (text) => {
    texts.stderr += text
  })
  const [code, signal]: unknown[] = await once(child, 'close')
  return { code, signal, ...texts }
}

const run = (...args: Parameters<typeof start>) => ended(start(...args))
const npmCalls = () => readFile(join(root, 'npm-calls'), 'utf8').catch(() => '')

test('a Node that is too old gets one line', async () => {
  const old = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.4'}})`
  const { code, stderr } = await run(['script.ts'], {}, ['--import', old])
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Node 18\.20\.4 is too old: 20\.19 or newer is needed\. Install [^\n]+\n$/)
  expect(await npmCalls()).toBe('')
})

describe('packages', () => {
  test('are installed once for a lock file, with the development ones', async () => {
    const first = await run(['script.ts', 'hello', '0'])
    expect(first.stdout).toMatch(/^The packages are not installed: [^\n]+\nPackages installed in \d+ s\nhello /)
    const second = await run(['script.ts', 'hello', '0'])
    expect(second.stdout).toMatch(/^hello /)
    expect(await npmCalls()).toMatch(/^ci --include=dev [^\n]+\n$/)
  })

  test('are installed anew for another lock file', async () => {
    await run(['script.ts', 'hello', '0'])
    await rm(join(root, 'node_modules/node/bin/node'))
    await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: {} }))
    const { stdout } = await run(['script.ts', 'hello', '0'])
    expect(stdout).toContain('The packages are not those of package-lock.json')
  })

  test('that somebody installed by hand are taken as they are', async () => {
    await mkdir(join(root, 'node_modules/node/bin'), { recursive: true })
    const note = { packages: { 'node_modules/node': { integrity: 'a' } } }
    await writeFile(join(root, 'node_modules/.package-lock.json'), JSON.stringify(note))
    await run(['script.ts', 'hello', '0'])
    expect(await npmCalls()).toBe('')
  })

  test.each(['ENOTFOUND', 'ECONNREFUSED', 'ETIMEDOUT'])('without a network (%s) say so', async (INSTALL) => {
    const { code, stderr } = await run(['script.ts'], { INSTALL })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The packages could not be fetched: check the network connection [^\n]+\n/)
    expect(stderr).toContain(`npm error code ${INSTALL}`)
  })

  test('without a network are given up at once, not after trying every package', async () => {
    const { code, stderr } = await run(['script.ts'], { INSTALL: 'offline' })
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^The packages could not be fetched: [^\n]+\nnpm: https:.+ attempt 1 failed with ENOTFOUND\n$/,
    )
  })

  test('that cannot be installed for another reason: npm says which', async () => {
    const { stderr } = await run(['script.ts'], { INSTALL: 'EUSAGE' })
    expect(stderr).toMatch(/^The packages could not be installed: [^\n]+\nnpm error code EUSAGE\n/)
  })

  test('whose installation is stopped half-way are installed by the next run', async () => {
    const lock = await readFile(join(root, 'package-lock.json'))
    await mkdir(join(root, 'node_modules'))
    await writeFile(join(root, 'node_modules/.lock-sha256'), 'of another lock file')
    const child = start(['script.ts'], { INSTALL: 'hang' })
    await expect.poll(npmCalls).toContain('ci')
    child.kill()
    const { code, stderr } = await ended(child)
    expect([code, stderr]).toEqual([1, 'Stopped while the packages were installed: run it again to install them.\n'])
    expect((await run(['script.ts', 'hello', '0'])).stdout).toContain('Packages installed')
    const stamp = await readFile(join(root, 'node_modules/.lock-sha256'), 'utf8')
    expect(stamp).toBe(createHash('sha256').update(lock).digest('hex'))
  })
})

describe('the script', () => {
  test('gets its arguments and the variables of .env, and decides the exit code', async () => {
    await writeFile(join(root, '.env'), 'FROM_FILE=general')
    await writeFile(join(root, '.env.local'), 'FROM_FILE=mine')
    const { code, stdout } = await run(['script.ts', 'hello', '7'])
    expect(code).toBe(7)
    expect(stdout).toMatch(/\nhello mine\n$/)
    expect((await run(['script.ts', 'hello', '7'], { FROM_FILE: 'given' })).stdout).toBe('hello given\n')
  })

  test('hears a wish to stop, and has the last word', async () => {
    await run(['script.ts', 'hello', '0'])
    const child = start(['script.ts', 'wait'])
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    const { code, stdout } = await ended(child)
    expect(code).toBe(4)
    expect(stdout).toContain('told to stop')
  })

  test('does not outlive a killed starter', async () => {
    await run(['script.ts', 'hello', '0'])
    const child = start(['script.ts', 'wait'])
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    // The script holds the other end of stdout: it closes when the script is gone, too.
    expect(await ended(child)).toMatchObject({ signal: 'SIGKILL' })
  })

  test.skipIf(process.platform === 'win32')('does not outlive npm, whose shell passes no signal on', async () => {
    await run(['script.ts', 'hello', '0'])
    const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/bootstrap.mjs script.ts wait; exit`], {
      cwd: root,
      env: { npm_lifecycle_event: 'start' },
    })
    await once(shell.stdout, 'data')
    shell.kill('SIGTERM')
    expect(await ended(shell)).toMatchObject({ signal: 'SIGTERM', stdout: expect.stringContaining('told to stop') })
  })
})
