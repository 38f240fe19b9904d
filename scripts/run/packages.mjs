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
  const isFirst = !existsSync(join(root, 'node_modules'))
  rmSync(stamp, { force: true })
  console.log(`The packages are ${isFirst ? 'not installed' : 'not those of package-lock.json'}: npm fetches them …`)
  const start = Date.now()
  const output = []
  const [command, ...before] = npmCommand()
  const code = await runToEnd(command, [...before, ...CI], OPTIONS(root), ({ stdout, stderr }) => {
    for (const stream of [stdout, stderr]) stream.on('data', (text) => output.push(text))
  })
  if (code !== 0) throw new Error(failure(Buffer.concat(output).toString(), code))
  console.log(`Packages installed in ${Math.round((Date.now() - start) / 1000)} s`)
}

/** Development packages too, whatever NODE_ENV says: they build the site. Without a network it gives up in seconds, not minutes. */
const CI =
  'ci --include=dev --no-fund --no-audit --loglevel=error --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=5000'.split(
    ' ',
  )

const OPTIONS = (root) => ({ cwd: root, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' })

/** The npm that runs this, on the machine's Node: the pinned one is among the packages that are about to be replaced. */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  return npm?.endsWith('npm-cli.js') ? [node || process.execPath, npm] : ['npm']
}

const NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONN(REFUSED|RESET|ABORTED)|E?TIMEDOUT|TIMEOUT|E(NET|HOST)UNREACH|EPROTO|ERR_SOCKET|network/

function failure(output, code) {
  if (code > 128) return 'Stopped while the packages were installed: run it again to install them.'
  const lines = output.trim().split('\n')
  const reason = NETWORK.test(output)
    ? "The packages could not be fetched: check the network connection (or npm's registry setting) and run it again."
    : 'The packages could not be installed: npm says why below. Put that right and run it again.'
  // The cause stands at the head of npm's report, the place of its log at the end; lists and usage come between.
  return [reason, ...(lines.length > 16 ? [...lines.slice(0, 12), '…', ...lines.slice(-1)] : lines)].join('\n')
}

/**
 * Whether somebody's own `npm install` or `npm ci` brought just these packages: npm notes what it installed when it is done.
 * Packages for other machines are in the lock file and not in that note.
 */
function installedByHand(root, lock) {
  const note = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(note)) return false
  const wanted = JSON.parse(lock).packages
  const found = JSON.parse(readFileSync(note, 'utf8')).packages
  const isSame = (path) => wanted[path] && wanted[path].integrity === found[path].integrity
  const isThere = (path) => path === '' || path in found || wanted[path].optional
  return Object.keys(found).every(isSame) && Object.keys(wanted).every(isThere)
}
