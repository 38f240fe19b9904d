import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findArgumentProblem, findCommand, findSubcommand, formatHelp } from './cli/command-line.mjs'

// Runs a command of commands.mjs, or a script, on Node 24, and installs the packages before where they differ from
// package-lock.json: node scripts/bootstrap.mjs <command or script.ts> [arguments]
// It runs on the machine's own Node, which may be older, and with no packages.
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const PINNED_NODE = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
/** npm's copy of the lock file, which it writes at the end of an installation. */
const INSTALLED = join(root, 'node_modules/.package-lock.json')

async function main([name = '', ...args]) {
  const script = findCommand(name)
  if (!script) fail(`There is no command "${name}": package.json has the list`)
  const isTool = name.endsWith('.ts') // which parses its own arguments
  const isHelp = args.some(isHelpOption)
  const { command, rest } = findSubcommand(
    script,
    args.filter((argument) => !isHelpOption(argument)),
  )
  if (isHelp && !(isTool && existsSync(PINNED_NODE))) return console.log(formatHelp(command))
  const problem = isTool ? undefined : findArgumentProblem(command, rest)
  if (problem) fail(problem)
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Node ${process.versions.node} is too old: install 20.19 or newer (https://nodejs.org)`)
  const [character] = /['#?*$:]/.exec(root.slice(2)) ?? [] // the first two may be the drive of Windows
  if (character)
    fail(
      `The path of this folder, ${root}, contains ${character}. The tools cannot load files from it: rename the folder.`,
    )
  const { needsDevelopment } = command
  // The first command in a git checkout, which others follow that need the development packages.
  const isCheckout = name === 'start' && existsSync(join(root, '.git'))
  if (!isHelp) await installPackages({ needsDevelopment, includesDevelopment: needsDevelopment || isCheckout })
  if (!existsSync(PINNED_NODE) && major < 24)
    fail(
      'The package node has no Node 24 yet, because its install script did not run: npm rebuild node --ignore-scripts=false',
    )
  const node = existsSync(PINNED_NODE) ? PINNED_NODE : process.execPath
  const env = { NODE_COMPILE_CACHE: join(root, '.cache/compiled'), ...process.env } // several hundred modules
  const files = ['.env', '.env.local'].filter((file) => existsSync(join(root, file)))
  // The IPC channel closes when this process dies, which stops the script (server/process/shutdown.ts).
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  process.exitCode = await run(
    [node, ...files.map((file) => `--env-file=${file}`), script.script, ...(script.args ?? []), ...args],
    { env, stdio },
  )
}

const isHelpOption = (argument) => argument === '--help' || argument === '-h'

/** `includesDevelopment`: an installation, if one is needed, includes the development packages. */
async function installPackages({ needsDevelopment, includesDevelopment }) {
  const [locked, installed] = [readPackages(join(root, 'package-lock.json')), readPackages(INSTALLED)]
  const paths = Object.keys(installed)
  const isLocked = (path) =>
    installed[path].version === locked[path]?.version && installed[path].integrity === locked[path].integrity
  const isNeeded = ({ optional, dev, devOptional }) => !optional && (needsDevelopment || !(dev || devOptional))
  const isComplete = Object.keys(locked).every((path) => !path || path in installed || !isNeeded(locked[path]))
  if (isComplete && paths.every(isLocked)) return
  console.error('npm installs the packages of package-lock.json, which takes a minute or two …')
  rmSync(INSTALLED, { force: true }) // an interrupted installation must not count as a complete one
  // `install` adds the development packages beside those that a running site uses; `ci` replaces everything.
  const install = paths.length > 0 && paths.every(isLocked) ? ['install', '--no-save'] : ['ci']
  const set = includesDevelopment || paths.some((path) => installed[path].dev) ? '--include=dev' : '--omit=dev'
  const { npm_execpath: file } = process.env
  const npm = file?.endsWith('npm-cli.js') ? [process.execPath, file] : ['npm']
  const options = { shell: npm.length === 1 && process.platform === 'win32' }
  const code = await run([...npm, ...install, set, '--no-audit', '--no-fund', '--loglevel=error'], options)
  if (code !== 0)
    fail('The packages could not be installed. npm names the cause above: correct it, and run the command again.')
}

const readPackages = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {})

/** Runs a command and forwards the signals that ask it to end. Resolves with its exit code. */
function run([command, ...args], options) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // npm sends a signal to its shell only, which ends without forwarding it: then this process has another parent.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid === parent || child.kill(), 500).unref()
  return new Promise((resolve) => {
    child.on('error', (error) => fail(`${command} does not start: ${error.message}`))
    child.on('close', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : code))
  })
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

await main(process.argv.slice(2))
