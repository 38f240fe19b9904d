import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { BadInput } from '#cms/sync/bad-input.ts'

/** The browser engines of `npm run test:browsers`. */
export const BROWSER_ENGINES = ['firefox', 'webkit'] as const
export type BrowserEngine = (typeof BROWSER_ENGINES)[number]

type Environment = Readonly<Record<string, string | undefined>>

interface EngineProgram {
  /** The environment variable that names the program. */
  readonly variable: string
  /** File names to look for in PATH, in order of preference. */
  readonly names: readonly string[]
  /** Where installers put it outside of PATH. */
  readonly paths: readonly string[]
  /** The argument with which it exits at once. */
  readonly probe: string
  /** Debian's packages. */
  readonly packages: readonly string[]
  readonly advice: string
}

const PROGRAMS: Readonly<Record<BrowserEngine, EngineProgram>> = {
  firefox: {
    variable: 'FIREFOX',
    names: ['firefox-esr', 'firefox'],
    paths: ['/Applications/Firefox.app/Contents/MacOS/firefox', 'C:\\Program Files\\Mozilla Firefox\\firefox.exe'],
    probe: '--version',
    packages: ['firefox-esr'],
    advice: 'install Firefox (Debian: sudo apt-get install firefox-esr) or set FIREFOX to its path',
  },
  webkit: {
    variable: 'WEBKIT_DRIVER',
    names: ['WebKitWebDriver', 'safaridriver'],
    paths: [],
    probe: '--help',
    packages: ['webkit2gtk-driver', 'xvfb'],
    advice:
      'on Linux install WebKitWebDriver and Xvfb (Debian: sudo apt-get install webkit2gtk-driver xvfb), on macOS use Safari, or set WEBKIT_DRIVER to the path of a driver',
  },
}

/** Installs the missing programs of these engines, which works as root with Debian's packages. Throws `BadInput` where one is missing still. */
export function ensureBrowserEngines(engines: readonly BrowserEngine[], env: Environment): void {
  const missing = engines.filter((engine) => !findBrowserEngine(engine, env))
  if (missing.length > 0) installPackages(missing.flatMap((engine) => PROGRAMS[engine].packages))
  for (const engine of missing) requireBrowserEngine(engine, env)
}

/** Throws `BadInput` where the program is missing. */
export function requireBrowserEngine(engine: BrowserEngine, env: Environment): string {
  const program = findBrowserEngine(engine, env)
  if (program) return program
  throw new BadInput(`The tests in ${engine} need a program that is not installed: ${PROGRAMS[engine].advice}`)
}

/** The program that runs an engine: Firefox itself, or the WebDriver server of a WebKit. Throws `BadInput` for a wrong variable. */
export function findBrowserEngine(engine: BrowserEngine, env: Environment): string | undefined {
  const { variable, names, paths, probe } = PROGRAMS[engine]
  const named = env[variable]
  if (named && !starts(named, probe))
    throw new BadInput(`${variable} is "${named}", which does not start: correct it, or leave it unset`)
  const candidates = [...names.flatMap((name) => pathsOf(name, env)), ...paths]
  const program = named || candidates.find((candidate) => existsSync(candidate) && starts(candidate, probe))
  const lacksScreen = program && needsVirtualDisplay(engine, program) && !pathsOf('Xvfb', env).some(existsSync)
  return lacksScreen ? undefined : program
}

/** WebKitGTK has no headless mode. */
export const needsVirtualDisplay = (engine: BrowserEngine, program: string) =>
  engine === 'webkit' && basename(program) !== 'safaridriver'

const pathsOf = (name: string, { PATH = '' }: Environment) => PATH.split(delimiter).map((folder) => join(folder, name))

const starts = (program: string, probe: string) =>
  spawnSync(program, [probe], { stdio: 'ignore', timeout: 20_000 }).status === 0

function installPackages(packages: readonly string[]): void {
  if (process.getuid?.() !== 0 || !starts('apt-get', '--version')) return
  const command = `apt-get update -q && apt-get install -q -y --no-install-recommends ${packages.join(' ')}`
  console.log(`Installing browsers for the tests: ${command}`)
  spawnSync('sh', ['-c', command], { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
}
