import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'

vi.setConfig({ testTimeout: 30_000 }) // ms; each command starts three processes while other tests run

const PACKAGES = {
  '': {},
  'node_modules/server': { version: '1.0.0', integrity: 'a' },
  'node_modules/tester': { version: '1.0.0', integrity: 'b', dev: true },
  'node_modules/other-platform': { version: '1.0.0', integrity: 'c', optional: true },
}

/** A fake npm, which installs what package-lock.json lists; the pinned Node is the one that runs the test. */
const NPM = `
  const { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } = require('node:fs')
  appendFileSync('npm-calls', process.argv.slice(2, 5).join(' ') + '\\n')
  if (process.env.FAILS) process.exit(1)
  const { packages } = JSON.parse(readFileSync('package-lock.json'))
  const omitsDev = process.argv.includes('--omit=dev')
  mkdirSync('node_modules/node/bin', { recursive: true })
  try { symlinkSync(process.execPath, 'node_modules/node/bin/node') } catch {}
  const paths = Object.keys(packages).filter((path) => path && !packages[path].optional && !(omitsDev && packages[path].dev))
  const installed = Object.fromEntries(paths.map((path) => [path, packages[path]]))
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: installed }))`

const SCRIPT = `
  const [, action, , code]: string[] = process.argv.slice(2) // as in --state hello --out 7
  if (action === 'wait') {
    process.on('SIGTERM', () => { console.log('received SIGTERM'); process.exit(4) })
    process.on('disconnect', () => process.exit())
    setInterval(() => console.log('waiting'), 50)
  } else {
    console.log(action, process.env.FROM_FILE)
    process.exitCode = Number(code ?? 0)
  }`

let root: string

/** A project with the real bootstrap and table of commands, whose scripts do nothing. */
async function createProject(folder: string): Promise<string> {
  await mkdir(join(folder, 'scripts/cli'), { recursive: true })
  for (const file of ['bootstrap.mjs', 'commands.mjs', 'cli/command-line.mjs'])
    await cp(join('scripts', file), join(folder, 'scripts', file))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ imports: { '#scripts/*': './scripts/*' } }))
  await writeFile(join(folder, 'npm-cli.js'), NPM)
  for (const file of ['tool.ts', 'scripts/start.ts', 'scripts/cms.ts']) await writeFile(join(folder, file), SCRIPT)
  await writePackageLock(PACKAGES, folder)
  return folder
}

const writePackageLock = (packages: object, folder = root) =>
  writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages }))

beforeEach(async () => {
  root = await createProject(await createTestFolder())
})

const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}, folder = root) =>
  spawn(process.execPath, [join(folder, 'scripts/bootstrap.mjs'), ...args], {
    env: { PATH: process.env.PATH, npm_execpath: join(folder, 'npm-cli.js'), ...env },
  })

const run = (...args: Parameters<typeof start>) => waitForExit(start(...args))

async function waitForExit(child: ChildProcessWithoutNullStreams) {
  const texts = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (text) => {
      texts[name] += text
    })
  const [code, signal]: unknown[] = await once(child, 'close')
  return { code, signal, ...texts }
}

/** Returns the first three arguments of each call of npm. */
const readNpmCalls = async () =>
  (await readFile(join(root, 'npm-calls'), 'utf8').catch(() => '')).split('\n').filter(Boolean)

test('§11.1 start installs the production packages once, another script adds the others beside them', async () => {
  expect(await run(['start', '--state', 'hello', '--out', '7'])).toMatchObject({
    code: 7,
    stdout: expect.stringMatching(/^hello /),
  })
  expect((await run(['start', '--state', 'hello'])).stderr).toBe('')
  expect(await readNpmCalls()).toEqual(['ci --omit=dev --no-audit'])
  for (const args of [['tool.ts'], ['start'], ['cms', 'types']]) await run(args)
  expect((await readNpmCalls()).slice(1)).toEqual(['install --no-save --include=dev'])
})

test('§11.1 the first start of a git checkout installs all packages, so that other scripts install nothing', async () => {
  await mkdir(join(root, '.git'))
  for (const args of [['start'], ['tool.ts'], ['start']]) await run(args)
  expect(await readNpmCalls()).toEqual(['ci --include=dev --no-audit'])
})

test('the start of a git checkout that has the production packages installs nothing', async () => {
  for (const args of [['cms', 'seed'], ['start']]) {
    await run(args)
    await mkdir(join(root, '.git'), { recursive: true })
  }
  expect(await readNpmCalls()).toEqual(['ci --omit=dev --no-audit'])
})

test('replaces everything when the lock file has another content of a package, and keeps the development packages', async () => {
  await run(['tool.ts'])
  await writePackageLock({ ...PACKAGES, 'node_modules/server': { version: '1.0.0', integrity: 'z' } })
  await run(['start'])
  expect(await readNpmCalls()).toEqual(['ci --include=dev --no-audit', 'ci --include=dev --no-audit'])
})

test('installs again after node_modules was deleted, and after an installation that failed', async () => {
  await run(['start'])
  await rm(join(root, 'node_modules'), { recursive: true })
  expect(await run(['start'], { FAILS: '1' })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The packages could not be installed'),
  })
  expect((await run(['start'])).code).toBe(0)
  expect(await readNpmCalls()).toHaveLength(3)
})

test('§11.1 an installation without install scripts leads to npm rebuild, unless this Node is recent enough', async () => {
  await run(['start'])
  await rm(join(root, 'node_modules/node/bin'), { recursive: true })
  const setVersion = (version: string) =>
    `--import=data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`
  const { code, stderr } = await run(['start'], { NODE_OPTIONS: setVersion('20.19.0') })
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^The package node .*: npm rebuild node --ignore-scripts=false\n$/),
  ])
  expect((await run(['start'])).code).toBe(0)
  expect((await run(['start'], { NODE_OPTIONS: setVersion('20.18.3') })).stderr).toMatch(/^Node 20\.18\.3 is too old/)
})

test.each(["it's", 'a#b', 'a:b'])('refuses the folder %s before it installs', async (name) => {
  const folder = await createProject(join(root, name))
  const { code, stderr } = await run(['start'], {}, folder)
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^The path of this folder, .*rename the folder\.\n$/)])
})

test('§11.13 --help prints the options of a command, and others are refused, without installing anything', async () => {
  const { code, stdout } = await run(['start', '--help'])
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^npm start\n[\s\S]*--out <folder> /)])
  expect((await run(['cms', '--help'])).stdout).toContain('  seed ')
  expect((await run(['cms', 'seed', '--help'])).stdout).toMatch(/^npm run cms -- seed\n[\s\S]*--force /)
  expect((await run(['tool.ts', '--help'])).stdout).toContain('tool.ts')
  expect(await run(['start', '--nonsense'])).toMatchObject({
    ...{ code: 1, stderr: "Unknown option '--nonsense': npm start -- --help lists what it accepts\n" },
  })
  expect(await readNpmCalls()).toEqual([])
})

test('the script has the variables of .env and .env.local, in this order', async () => {
  await writeFile(join(root, '.env'), 'FROM_FILE=general')
  await writeFile(join(root, '.env.local'), 'FROM_FILE=mine')
  expect((await run(['start', '--state', 'hello'])).stdout).toBe('hello mine\n')
  expect((await run(['start', '--state', 'hello'], { FROM_FILE: 'given' })).stdout).toBe('hello given\n')
})

test('the script ends with SIGTERM, and when the bootstrap is killed', async () => {
  await run(['start'])
  for (const [signal, result] of [
    ['SIGTERM', { code: 4, stdout: expect.stringContaining('received SIGTERM') }],
    ['SIGKILL', { signal: 'SIGKILL' }], // the script holds stdout, so the streams close after it has ended too
  ] as const) {
    const child = start(['start', '--state', 'wait'])
    await once(child.stdout, 'data')
    child.kill(signal)
    expect(await waitForExit(child)).toMatchObject(result)
  }
})

test.skipIf(process.platform === 'win32')('the script ends with npm, whose shell forwards no signals', async () => {
  await run(['start'])
  const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/bootstrap.mjs start --state wait; exit`], {
    cwd: root,
    env: { npm_lifecycle_event: 'start' },
  })
  await once(shell.stdout, 'data')
  shell.kill('SIGTERM')
  expect(await waitForExit(shell)).toMatchObject({ stdout: expect.stringContaining('received SIGTERM') })
})
