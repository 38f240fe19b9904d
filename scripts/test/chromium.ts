import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { UserError } from '#shared/user-error.ts'

/** In order of preference: the headless shell loads a page in about a third of the CPU time (record 26). */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Disables the browser's own network requests: updates, synchronization and experiments. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Blocks the internet. A Playwright route for this would use a tenth of the CPU time of a page. */
export const NO_INTERNET_ARGS = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']

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

/** Returns a Chromium that runs. Throws `UserError` when there is none. */
export function requireChromium(env: Environment): string {
  const found = findChromium(env)
  if (found) return found
  throw new UserError(
    `No Chromium runs here. Install one, or set CHROMIUM to its path:\n${getChromiumInstallCommand()}`,
  )
}

/** Starts the Chromium of the end-to-end tests. Throws `UserError` when there is none. */
export const launchChromium = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ args: [...CHROMIUM_ARGS, ...args], executablePath: requireChromium(process.env) })

/**
 * Returns the shell command that installs a Chromium: as root on Debian its packages, otherwise that of Playwright. The
 * font is the fallback of the site's styles; with another one the layout shifts while web fonts load.
 */
export function getChromiumInstallCommand(): string {
  if (process.getuid?.() !== 0 || !runs('apt-get')) return 'npx playwright install chromium'
  return 'apt-get update -q && apt-get install -q -y --no-install-recommends chromium-headless-shell fonts-liberation'
}

const runs = (command: string) => spawnSync(command, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
