import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runToEnd } from './child.mjs'

/** Installs the packages of package-lock.json when they are missing or others; throws what to do when that fails. */
export async function ensurePackages(root) {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const stamp = join(root, 'node_modules', '.lock-sha256')
  const wanted = createHash('sha256').update(lock).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  if (!installedByHand(root, lock)) await install(root, stamp)
  writeFileSync(stamp, wanted)
}

/** The stamp goes first: an installation that is stopped half-way does not pass for a whole one. */
async function install(root, stamp) {
  const areOthers = existsSync(stamp) || existsSync(noteOf(root))
  rmSync(stamp, { force: true })
  console.log(`The packages are ${areOthers ? 'not those of package-lock.json' : 'not installed'}: npm fetches them …`)
  const start = Date.now()
  let output = ''
  const [command, ...before] = npmCommand()
  const code = await runToEnd(command, [...before, ...CI], OPTIONS(root), (npm) => {
    for (const stream of [npm.stdout, npm.stderr]) {
      stream.on('data', (text) => {
        output += text
        if (isOffline(output)) npm.kill() // it would try every package three times, for minutes
      })
    }
  })
  if (code !== 0) throw new Error(failure(output, code))
  console.log(`Packages installed in ${Math.round((Date.now() - start) / 1000)} s`)
}

/** Development packages too, whatever NODE_ENV says: they build the site. Requests are shown to us, so that we see them fail. */
const CI =
  'ci --include=dev --no-fund --no-audit --loglevel=http --fetch-retries=2 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=5000'.split(
    ' ',
  )

const FAILED = /\S+ attempt \d failed with .*/g

/** Nothing has come, and request after request fails. */
const isOffline = (output) => !/http fetch GET 200/.test(output) && (output.match(FAILED) || []).length >= 20

const OPTIONS = (root) => ({ cwd: root, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' })

/** The npm that runs this, on the machine's Node: the pinned one is among the packages that are about to be replaced. */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  return npm?.endsWith('npm-cli.js') ? [node || process.execPath, npm] : ['npm']
}

const NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONN(REFUSED|RESET|ABORTED)|TIMEDOUT|TIMEOUT|E(NET|HOST)UNREACH|EPROTO|ERR_SOCKET|network/

function failure(output, code) {
  const lines = output.trim().split('\n')
  const offline = isOffline(output)
  const report = offline ? [`npm: ${output.match(FAILED)[0]}`] : lines.filter((line) => !line.startsWith('npm http'))
  if (!offline && code > 128) return 'Stopped while the packages were installed: run it again to install them.'
  const reason =
    offline || NETWORK.test(report.join())
      ? "The packages could not be fetched: check the network connection (or npm's registry setting) and run it again."
      : 'The packages could not be installed: npm says why below. Put that right and run it again.'
  // The cause stands at the head of npm's report, the place of its log at the end; lists and usage come between.
  return [reason, ...(report.length > 16 ? [...report.slice(0, 12), '…', ...report.slice(-1)] : report)].join('\n')
}

/** What npm notes when an installation is done; an interrupted one has none. */
const noteOf = (root) => join(root, 'node_modules', '.package-lock.json')

/**
 * Whether somebody's own `npm install` or `npm ci` brought just these packages.
 * Packages for other machines are in the lock file and not in npm's note.
 */
function installedByHand(root, lock) {
  const note = noteOf(root)
  if (!existsSync(note)) return false
  const wanted = JSON.parse(lock).packages
  const found = JSON.parse(readFileSync(note, 'utf8')).packages
  const isSame = (path) => wanted[path] && wanted[path].integrity === found[path].integrity
  const isThere = (path) => path === '' || path in found || wanted[path].optional
  return Object.keys(found).every(isSame) && Object.keys(wanted).every(isThere)
}
