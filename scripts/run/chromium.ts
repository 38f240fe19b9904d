import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { BadInput } from '#cms/space/bad-input.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** It asks for nothing of its own: no updates, no synchronization, no experiments. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

type Environment = Readonly<Record<string, string | undefined>>

/** A Chromium of this machine that runs: the one that CHROMIUM names, else one in PATH, else Playwright's own. */
export function findChromium(env: Environment): string | undefined {
  if (env.CHROMIUM) {
    if (runs(env.CHROMIUM)) return env.CHROMIUM
    throw new BadInput(`CHROMIUM is "${env.CHROMIUM}", which does not run: correct it, or leave it unset`)
  }
  const folders = (env.PATH ?? '').split(delimiter)
  const inPath = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...inPath, chromium.executablePath()].find(runs)
}

/** Installs one: as root with Debian's packages, otherwise with Playwright's own installer. Throws `BadInput` where neither can. */
export function installChromium(env: Environment): string {
  for (const [command, ...args] of installers()) {
    console.log(`There is no Chromium on this machine: ${command} ${args.join(' ')}`)
    spawnSync(command, args, { stdio: 'inherit', env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } })
    const found = findChromium(env)
    if (found) return found
  }
  throw new BadInput(
    'The end-to-end tests need Chromium, and it could not be installed: install it (Debian: sudo apt-get install chromium) or set CHROMIUM to its path.',
  )
}

function installers(): readonly [command: string, ...args: string[]][] {
  const playwright: [string, ...string[]] = [
    process.execPath,
    'node_modules/@playwright/test/cli.js',
    'install',
    'chromium',
  ]
  if (process.getuid?.() !== 0 || !runs('apt-get')) return [playwright]
  return [['sh', '-c', 'apt-get update -q && apt-get install -q -y --no-install-recommends chromium'], playwright]
}

const runs = (command: string) => spawnSync(command, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
