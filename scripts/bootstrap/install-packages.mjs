import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withInstallLock } from './install-lock.mjs'
import { reportInstallProgress } from './install-progress.mjs'
import { npmFlagFor, requiredPaths } from './package-set.mjs'
import { runNpm } from './run-npm.mjs'

/**
 * Installs the packages of the set (package-set.mjs) as package-lock.json has them, unless they are installed.
 * Adds to a smaller set without touching its packages. Throws an error that says what to do when that fails.
 */
export async function ensurePackages(root, set) {
  const lock = readLock(root)
  if (isStamped(root, lock, set)) return
  await withInstallLock(root, async (npmStarted) => {
    const found = findPackages(root, lock, set)
    if (found.state !== 'complete') await install(root, lock, set, found, npmStarted)
    else if (!isStamped(root, lock, set)) writeStamp(root, lock, set)
  })
}

function readLock(root) {
  try {
    const text = readFileSync(join(root, 'package-lock.json'), 'utf8')
    return { hash: createHash('sha256').update(text).digest('hex'), packages: JSON.parse(text).packages }
  } catch (error) {
    throw new Error(`package-lock.json cannot be read: restore it from git and run it again. ${error.message}`)
  }
}

/** Notes the lock file and the set that are installed, so that the next start need not compare all packages. */
const stampFile = (root) => join(root, 'node_modules', '.lock-sha256')
const writeStamp = (root, { hash }, set) => writeFileSync(stampFile(root), `${hash} ${set}`)

/** Whether the stamp covers the set and no package has been deleted since. */
function isStamped(root, { hash, packages }, set) {
  const file = stampFile(root)
  const stamp = existsSync(file) && readFileSync(file, 'utf8')
  if (stamp !== `${hash} all` && stamp !== `${hash} ${set}`) return false
  return requiredPaths(packages, set).every((path) => exists(root, path))
}

const exists = (root, path) => existsSync(join(root, path, 'package.json'))

/** Written by npm at the end of an installation; `npm ci` starts by deleting it. */
const npmLockFile = (root) => join(root, 'node_modules', '.package-lock.json')

/**
 * Compares what npm has installed with the lock file: `complete`, `partial` (as locked, but not the whole set), `other`
 * (different or deleted packages) or `none`. Also recognizes somebody's own `npm ci` or `npm install`.
 */
function findPackages(root, { packages }, set) {
  const installed = readInstalled(root)
  if (!installed) return { state: 'none', installed: {} }
  const isLocked = (path) => {
    const [actual, desired] = [installed[path], packages[path]]
    return desired && actual.version === desired.version && actual.integrity === desired.integrity && exists(root, path)
  }
  if (!Object.keys(installed).every(isLocked)) return { state: 'other', installed }
  const isComplete = requiredPaths(packages, set).every((path) => path in installed)
  return { state: isComplete ? 'complete' : 'partial', installed }
}

function readInstalled(root) {
  try {
    return JSON.parse(readFileSync(npmLockFile(root), 'utf8')).packages
  } catch {
    return null
  }
}

const REASONS = {
  none: 'The packages are not installed',
  other: 'The packages are incomplete or not those of package-lock.json',
  partial: 'Some packages are not installed yet',
}

async function install(root, lock, set, { state, installed }, npmStarted) {
  console.error(`${REASONS[state]}: npm installs them`)
  const start = Date.now()
  if (state === 'partial') await addPackages(root, lock, set, installed, npmStarted)
  // Development packages that were there stay: an editor uses them.
  else await installAll(root, lock, Object.values(installed).some(({ dev }) => dev) ? 'all' : set, npmStarted)
  console.error(`Packages installed in ${Math.round((Date.now() - start) / 1000)} s`)
}

/** Stamp and npm's own note go first: an interrupted installation does not pass for a complete one. */
async function installAll(root, lock, set, npmStarted) {
  rmSync(stampFile(root), { force: true })
  rmSync(npmLockFile(root), { force: true })
  await runWithProgress(root, ['ci', npmFlagFor(set)], requiredPaths(lock.packages, set), npmStarted)
  // The package `node` leaves the C++ headers and the second link to its binary here: 67 MB that nothing uses.
  rmSync(join(root, 'node_modules/node/node_modules'), { recursive: true, force: true })
  writeStamp(root, lock, set)
}

/** Adds what is missing. Until npm is done, its note names the packages of before: they stay usable when it is interrupted. */
async function addPackages(root, lock, set, installed, npmStarted) {
  const missing = Object.keys(lock.packages).filter((path) => /(^|\/)node_modules\//.test(path) && !(path in installed))
  // What an interrupted run left of them: npm takes a folder with a package.json for a whole package.
  for (const path of missing) rmSync(join(root, path), { recursive: true, force: true })
  const paths = requiredPaths(lock.packages, set).filter((path) => !(path in installed))
  await runWithProgress(root, ['install', '--no-save', npmFlagFor(set)], paths, npmStarted)
  if (findPackages(root, lock, set).state === 'complete') writeStamp(root, lock, set)
  // `npm install` resolves what package.json asks for and the lock file lacks; `npm ci` refuses and says what it is.
  else await installAll(root, lock, set, npmStarted)
}

async function runWithProgress(root, args, paths, npmStarted) {
  const stop = reportInstallProgress(root, paths)
  try {
    await runNpm(root, args, npmStarted)
  } catch (error) {
    // npm takes a full disk for a success: its note is not true then.
    if (paths.every((path) => path in (readInstalled(root) || {}))) rmSync(npmLockFile(root), { force: true })
    throw error
  } finally {
    stop()
  }
}
