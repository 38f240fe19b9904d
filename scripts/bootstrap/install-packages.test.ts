import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type BootstrapProject, createBootstrapProject, waitForExit } from '#tests/setup/process/bootstrap-project.ts'

/** ms; each command starts three processes while other tests run. */
const TIMEOUT = 30_000
vi.setConfig({ testTimeout: TIMEOUT })

const HELLO = ['hello', '0']
const START = ['scripts/start.ts', ...HELLO]
const ALL = ['script.ts', ...HELLO]

const NPM_NOTE = 'node_modules/.package-lock.json'
const TESTER = 'node_modules/tester/package.json'

let project: BootstrapProject

beforeEach(async () => {
  project = await createBootstrapProject()
})
afterEach(() => project[Symbol.asyncDispose]())

/** Returns the npm commands that ran, without the flags that they share. */
const readCommands = async () =>
  (await project.npmCalls())
    .split('\n')
    .filter(Boolean)
    .map((call) => call.replace(/ --no-fund.*/, ''))

const write = (path: string, text: string) => writeFile(join(project.root, path), text)
const remove = (path: string) => rm(join(project.root, path), { recursive: true })

describe('without installed packages', () => {
  test('start installs the runtime packages once', async () => {
    const first = await project.run(START)
    expect(first.stderr).toMatch(/^The packages are not installed: [^\n]+\nPackages installed in \d+ s\n$/)
    expect(first.stdout).toMatch(/^hello /)
    expect((await project.run(START)).stderr).toBe('')
    expect(await readCommands()).toEqual(['ci --omit=dev'])
    expect(project.has(TESTER)).toBe(false)
  })

  test.each([
    ['other scripts', ALL],
    ['cms types', ['scripts/cms.ts', 'types']],
    ['cms migrate', ['scripts/cms.ts', 'migrate']],
  ])('%s install all packages once, and start installs nothing more', async (_, args) => {
    await project.run(args)
    for (const each of [args, START]) expect((await project.run(each)).stderr).toBe('')
    expect(await readCommands()).toEqual(['ci --include=dev'])
    expect(project.has(TESTER)).toBe(true)
  })

  test('other cms commands install the runtime packages', async () => {
    await project.run(['scripts/cms.ts', 'plan'])
    expect(await readCommands()).toEqual(['ci --omit=dev'])
  })

  test('deletes the unused files of the package node', async () => {
    await project.run(START)
    expect(project.has('node_modules/node/node_modules')).toBe(false)
    expect(project.has('node_modules/node/bin/node')).toBe(true)
  })

  test('a second command waits for the installation of the first', async () => {
    const first = project.start(START, { INSTALL: 'wait' })
    await expect.poll(readCommands, { timeout: TIMEOUT }).toHaveLength(1)
    const second = project.start(START)
    const exits = [waitForExit(first), waitForExit(second)]
    await new Promise((resolve) => second.stderr.once('data', resolve))
    await write('go-on', '')
    const waiting = /^Another command is installing the packages [^\n]+: waiting for it\n$/
    expect(await Promise.all(exits)).toMatchObject([
      { code: 0, stdout: expect.stringMatching(/^hello /) },
      { code: 0, stdout: expect.stringMatching(/^hello /), stderr: expect.stringMatching(waiting) },
    ])
    expect(await readCommands()).toEqual(['ci --omit=dev'])
  })
})

describe('with installed runtime packages', () => {
  beforeEach(async () => {
    await project.run(START)
    await write('node_modules/server/index.js', 'untouched')
  })

  const isServerUntouched = async () =>
    (await readFile(join(project.root, 'node_modules/server/index.js'), 'utf8')) === 'untouched'

  test('other scripts add the missing packages and do not change the lock file', async () => {
    const lock = await readFile(join(project.root, 'package-lock.json'), 'utf8')
    const { stderr } = await project.run(ALL)
    expect(stderr).toMatch(/^Some packages are not installed yet: npm installs them\nPackages installed in \d+ s\n$/)
    for (const args of [ALL, START]) expect((await project.run(args)).stderr).toBe('')
    expect(await readCommands()).toEqual(['ci --omit=dev', 'install --no-save --include=dev'])
    expect(project.has(TESTER)).toBe(true)
    expect(await isServerUntouched()).toBe(true)
    expect(await readFile(join(project.root, 'package-lock.json'), 'utf8')).toBe(lock)
  })

  test.each(['killed', 'ENOTFOUND'])(
    'after a failed addition (%s) start works, and the next command adds the missing packages',
    async (INSTALL) => {
      expect((await project.run(ALL, { INSTALL })).code).toBe(1)
      expect(await project.run(START)).toMatchObject({ code: 0, stderr: '' })
      expect((await project.run(ALL)).code).toBe(0)
      expect(project.has('node_modules/tester/index.js')).toBe(true)
      expect(await isServerUntouched()).toBe(true)
      expect(await readCommands()).not.toContain('ci --include=dev')
    },
  )

  test('reinstalls when npm added packages that are not in the lock file', async () => {
    await project.run(ALL, { INSTALL: 'unlocked' })
    expect((await readCommands()).slice(1)).toEqual(['install --no-save --include=dev', 'ci --include=dev'])
  })
})

describe('replaces installed packages', () => {
  test('when the lock file changed, and keeps the development packages', async () => {
    await project.run(ALL)
    await project.writeLockFile({ 'node_modules/server': { version: '2.0.0', integrity: 'g' } })
    const { stderr } = await project.run(START)
    expect(stderr).toContain('The packages are incomplete or differ from package-lock.json')
    expect(await readCommands()).toEqual(['ci --include=dev', 'ci --include=dev'])
  })

  test.each(['node_modules/server', 'node_modules/server/node_modules/nested', 'node_modules'])(
    'when %s was deleted',
    async (path) => {
      await project.run(START)
      await remove(path)
      expect((await project.run(START)).code).toBe(0)
      expect(await readCommands()).toEqual(['ci --omit=dev', 'ci --omit=dev'])
    },
  )

  test('when the installation was stopped', async () => {
    await project.run(START)
    await project.writeLockFile({ 'node_modules/server': { version: '2.0.0', integrity: 'g' } })
    const child = project.start(START, { INSTALL: 'hang' })
    await expect.poll(readCommands, { timeout: TIMEOUT }).toHaveLength(2)
    child.kill()
    const { code, stderr } = await waitForExit(child)
    expect(code).toBe(1)
    expect(stderr).toMatch(/\nStopped while the packages were installed: run it again to install them\.\n$/)
    await project.writeLockFile({})
    expect((await project.run(START)).stderr).toContain('Packages installed')
  })

  test('when npm was killed', async () => {
    expect((await project.run(START, { INSTALL: 'killed' })).stderr).toContain('run it again to install them')
    expect((await project.run(START)).code).toBe(0)
    expect(project.has('node_modules/node/index.js')).toBe(true)
  })

  test('when the command was killed: the next one waits for npm, which continues', async () => {
    const child = project.start(START, { INSTALL: 'wait' })
    await expect.poll(readCommands, { timeout: TIMEOUT }).toHaveLength(1)
    child.kill('SIGKILL')
    const next = project.start(START)
    const exit = waitForExit(next)
    await new Promise((resolve) => next.stderr.once('data', resolve))
    await write('go-on', '')
    expect(await exit).toMatchObject({ code: 0, stderr: expect.stringContaining('waiting for it') })
    expect(await readCommands()).toHaveLength(1)
  })
})

describe('manually installed packages', () => {
  const RUNTIME = {
    'node_modules/node': { version: '24.0.0', integrity: 'a' },
    'node_modules/server': { version: '1.0.0', integrity: 'b' },
    'node_modules/server/node_modules/nested': { version: '1.0.0', integrity: 'c' },
  }
  const DEVELOPMENT = {
    'node_modules/tester': { version: '1.0.0', integrity: 'd', dev: true },
    'node_modules/shared': { version: '1.0.0', integrity: 'e', devOptional: true },
  }

  async function installByHand(packages: Readonly<Record<string, unknown>>) {
    for (const path of Object.keys(packages)) {
      await mkdir(join(project.root, path), { recursive: true })
      await write(`${path}/package.json`, '{}')
    }
    await write(NPM_NOTE, JSON.stringify({ packages }))
  }

  test('are used without an installation', async () => {
    await installByHand({ ...RUNTIME, ...DEVELOPMENT })
    for (const args of [ALL, START]) await project.run(args)
    expect(await project.npmCalls()).toBe('')
  })

  test('are completed when the development packages are missing', async () => {
    await installByHand(RUNTIME)
    await project.run(START)
    expect(await project.npmCalls()).toBe('')
    await project.run(ALL)
    expect(await readCommands()).toEqual(['install --no-save --include=dev'])
  })

  test.each([
    ['has another version', { 'node_modules/server': { version: '1.0.1', integrity: 'b' } }],
    ['has another integrity hash', { 'node_modules/server': { version: '1.0.0', integrity: 'z' } }],
    ['is not in the lock file', { 'node_modules/extra': { version: '1.0.0' } }],
  ])('are replaced when one %s', async (_, packages) => {
    await installByHand({ ...RUNTIME, ...packages })
    await project.run(START)
    expect(await readCommands()).toEqual(['ci --omit=dev'])
  })
})

describe('errors are one line with the remedy, followed by the npm error', () => {
  test.each(['ENOTFOUND', 'ECONNREFUSED', 'ETIMEDOUT'])('without a network (%s)', async (INSTALL) => {
    const { code, stderr } = await project.run(START, { INSTALL })
    expect(code).toBe(1)
    expect(stderr).toMatch(/\nThe packages could not be fetched: check the network connection [^\n]+\n/)
    expect(stderr).toContain(`npm error code ${INSTALL}`)
  })

  test('without a network, npm is stopped before it has tried every package', async () => {
    const { code, stderr } = await project.run(START, { INSTALL: 'offline' })
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /\nThe packages could not be fetched: [^\n]+\nnpm: https:.+ attempt 1 failed with ENOTFOUND\n$/,
    )
  })

  test('with another npm error', async () => {
    const { stderr } = await project.run(START, { INSTALL: 'EUSAGE' })
    expect(stderr).toMatch(/\nThe packages could not be installed: [^\n]+\nnpm error code EUSAGE\n$/)
  })

  test.each(['ENOSPC', 'ENOSPC-warning'])('with a full disk (%s), also when npm reports success', async (INSTALL) => {
    const { code, stderr } = await project.run(START, { INSTALL })
    expect([code, stderr]).toEqual([1, expect.stringMatching(/the disk is full\. Free about 1 GB [^\n]+\n$/)])
    await project.run(START)
    expect(await readCommands()).toHaveLength(2)
  })

  test('with a lock file that is not JSON', async () => {
    await write('package-lock.json', '<<<<<<< HEAD')
    const { code, stderr } = await project.run(START)
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^package-lock\.json cannot be read: restore it from git/),
    ])
  })
})
