import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { UserError } from '#shared/user-error.ts'

/** The browser engines of `npm test -- browsers`. */
export const BROWSER_ENGINES = ['firefox', 'webkit'] as const
export type BrowserEngine = (typeof BROWSER_ENGINES)[number]

type Environment = Readonly<Record<string, string | undefined>>

interface EngineProgram {
  /** The environment variable that names the program. */
  readonly variable: string
  /** File names to search in PATH, in order of preference. */
  readonly names: readonly string[]
  /** Default installation paths outside of PATH. */
  readonly paths: readonly string[]
  /** An argument that makes the program exit immediately. */
  readonly probe: string
  /** What to do when the program is missing, for the error message. */
  readonly remedy: string
}

const PROGRAMS: Readonly<Record<BrowserEngine, EngineProgram>> = {
  firefox: {
    variable: 'FIREFOX',
    names: ['firefox-esr', 'firefox'],
    paths: ['/Applications/Firefox.app/Contents/MacOS/firefox', 'C:\\Program Files\\Mozilla Firefox\\firefox.exe'],
    probe: '--version',
    remedy: 'install Firefox (Debian: sudo apt-get install firefox-esr) or set FIREFOX to its path',
  },
  webkit: {
    variable: 'WEBKIT_DRIVER',
    names: ['WebKitWebDriver', 'safaridriver'],
    paths: [],
    probe: '--help',
    remedy:
      'on Linux install WebKitWebDriver and Xvfb (Debian: sudo apt-get install webkit2gtk-driver xvfb), on macOS use Safari, or set WEBKIT_DRIVER to the path of a driver',
  },
}

/** Returns the program of an engine. Throws `UserError` when it is missing. */
export function requireBrowserEngine(engine: BrowserEngine, env: Environment): string {
  const program = findBrowserEngine(engine, env)
  if (program) return program
  throw new UserError(`The tests in ${engine} need a program that is not installed: ${PROGRAMS[engine].remedy}`)
}

/**
 * Finds the program that runs an engine: Firefox itself, or the WebDriver server of a WebKit. Throws `UserError` when the
 * environment variable names a program that does not start.
 */
export function findBrowserEngine(engine: BrowserEngine, env: Environment): string | undefined {
  const { variable, names, paths, probe } = PROGRAMS[engine]
  const named = env[variable]
  if (named && !starts(named, probe))
    throw new UserError(`${variable} is "${named}", which does not start: correct it, or leave it unset`)
  const candidates = [...names.flatMap((name) => listPaths(name, env)), ...paths]
  const program = named || candidates.find((candidate) => existsSync(candidate) && starts(candidate, probe))
  const lacksDisplay = program && needsVirtualDisplay(engine, program) && !listPaths('Xvfb', env).some(existsSync)
  return lacksDisplay ? undefined : program
}

/** Whether the program needs Xvfb: WebKitGTK has no headless mode. */
export const needsVirtualDisplay = (engine: BrowserEngine, program: string) =>
  engine === 'webkit' && basename(program) !== 'safaridriver'

const listPaths = (name: string, { PATH = '' }: Environment) =>
  PATH.split(delimiter).map((folder) => join(folder, name))

const starts = (program: string, probe: string) =>
  spawnSync(program, [probe], { stdio: 'ignore', timeout: 20_000 }).status === 0
