import { spawnSync } from 'node:child_process'
import { basename, delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { UserError } from '#shared/user-error.ts'

const HEADLESS_SHELL = 'chromium-headless-shell'

/** The fallback fonts of the styles, shown until web fonts have loaded. With other fonts the layout shifts. */
const FONTS = 'fonts-liberation'

/** In order of preference: the headless shell loads a page in about a third of the CPU time (docs/decisions/0034). */
const NAMES = [HEADLESS_SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Disables the browser's own network requests: updates, synchronization and experiments. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the Chromium that CHROMIUM names, the first in PATH that runs, or Playwright's own. Throws `UserError` when
 * CHROMIUM does not run.
 */
export function findChromium(env: Environment): string | undefined {
  if (env.CHROMIUM) {
    if (runs(env.CHROMIUM)) return env.CHROMIUM
    throw new UserError(`CHROMIUM is "${env.CHROMIUM}", which does not run: correct it, or leave it unset`)
  }
  const folders = (env.PATH ?? '').split(delimiter)
  const inPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...inPath, chromium.executablePath()].find(runs)
}

/**
 * Returns a Chromium and installs one if there is none: as root on Debian with its packages, otherwise with Playwright's
 * installer. As root on Debian the headless shell is installed even when another Chromium exists. Throws `UserError` when
 * the installation fails.
 */
export function ensureChromium(env: Environment): string {
  const found = findChromium(env)
  if (found && (env.CHROMIUM || basename(found) === HEADLESS_SHELL || !hasDebianPackages())) return found
  for (const [command, ...args] of installers()) {
    console.log(`Installing the browser for the tests: ${command} ${args.join(' ')}`)
    spawnSync(command, args, { stdio: 'inherit', env: { ...env, DEBIAN_FRONTEND: 'noninteractive' } })
    const installed = findChromium(env)
    if (installed) return installed
  }
  throw new UserError(
    `The end-to-end tests need Chromium, and it could not be installed: install it (Debian: sudo apt-get install ${HEADLESS_SHELL}) or set CHROMIUM to its path.`,
  )
}

function installers(): readonly [command: string, ...args: string[]][] {
  const playwright: [string, ...string[]] = [
    process.execPath,
    'node_modules/@playwright/test/cli.js',
    'install',
    'chromium',
  ]
  if (!hasDebianPackages()) return [playwright]
  const install = `apt-get update -q && apt-get install -q -y --no-install-recommends ${HEADLESS_SHELL} ${FONTS}`
  return [['sh', '-c', install], playwright]
}

const hasDebianPackages = () => process.getuid?.() === 0 && runs('apt-get')

const runs = (command: string) => spawnSync(command, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
