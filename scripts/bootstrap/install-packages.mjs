import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withInstallLock } from './install-lock.mjs'
import { reportInstallProgress } from './install-progress.mjs'
import { runNpm } from './run-npm.mjs'

/**
 * Installs the package set in the versions of package-lock.json, unless it is installed already. Where the smaller set is
 * installed, only the missing packages are added. Throws an error with the remedy when the installation fails.
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

/** A stamp file with the hash of the lock file and the installed set, so that the next start skips the full comparison. */
const stampFile = (root) => join(root, 'node_modules', '.lock-sha256')
const writeStamp = (root, { hash }, set) => writeFileSync(stampFile(root), `${hash} ${set}`)

/** Whether the stamp covers the set and no package was deleted afterwards. */
function isStamped(root, { hash, packages }, set) {
  const file = stampFile(root)
  const stamp = existsSync(file) && readFileSync(file, 'utf8')
  if (stamp !== `${hash} all` && stamp !== `${hash} ${set}`) return false
  return listRequiredPaths(packages, set).every((path) => exists(root, path))
}

const exists = (root, path) => existsSync(join(root, path, 'package.json'))

/** npm writes this file at the end of an installation; `npm ci` deletes it at the beginning. */
const npmLockFile = (root) => join(root, 'node_modules', '.package-lock.json')

/**
 * Compares the installed packages with the lock file. State: `complete`, `partial` (locked versions, but not the whole
 * set), `other` (different or deleted packages) or `none`. A manual `npm ci` or `npm install` is recognized too.
 */
function findPackages(root, { packages }, set) {
  const installed = readInstalled(root)
  if (!installed) return { state: 'none', installed: {} }
  const isLocked = (path) => {
    const [actual, desired] = [installed[path], packages[path]]
    return desired && actual.version === desired.version && actual.integrity === desired.integrity && exists(root, path)
  }
  if (!Object.keys(installed).every(isLocked)) return { state: 'other', installed }
  const isComplete = listRequiredPaths(packages, set).every((path) => path in installed)
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
  other: 'The packages are incomplete or differ from package-lock.json',
  partial: 'Some packages are not installed yet',
}

async function install(root, lock, set, { state, installed }, npmStarted) {
  console.error(`${REASONS[state]}: npm installs them`)
  const start = Date.now()
  if (state === 'partial') await addPackages(root, lock, set, installed, npmStarted)
  // Keeps development packages that were installed, because the developer's editor uses them.
  else await installAll(root, lock, Object.values(installed).some(({ dev }) => dev) ? 'all' : set, npmStarted)
  console.error(`Packages installed in ${Math.round((Date.now() - start) / 1000)} s`)
}

/** Deletes the stamp and npm's own lock file first, so that an interrupted installation is not taken for a complete one. */
async function installAll(root, lock, set, npmStarted) {
  rmSync(stampFile(root), { force: true })
  rmSync(npmLockFile(root), { force: true })
  await runWithProgress(root, ['ci', getNpmFlag(set)], listRequiredPaths(lock.packages, set), npmStarted)
  // The package `node` leaves C++ headers and a second link to its binary here: 67 MB that nothing uses.
  rmSync(join(root, 'node_modules/node/node_modules'), { recursive: true, force: true })
  writeStamp(root, lock, set)
}

/** Adds missing packages. npm updates its lock file last, so the present packages stay usable when it is interrupted. */
async function addPackages(root, lock, set, installed, npmStarted) {
  const missing = Object.keys(lock.packages).filter((path) => /(^|\/)node_modules\//.test(path) && !(path in installed))
  // Removes partly extracted packages of an interrupted run: npm takes a folder with a package.json for a complete package.
  for (const path of missing) rmSync(join(root, path), { recursive: true, force: true })
  const paths = listRequiredPaths(lock.packages, set).filter((path) => !(path in installed))
  await runWithProgress(root, ['install', '--no-save', getNpmFlag(set)], paths, npmStarted)
  if (findPackages(root, lock, set).state === 'complete') writeStamp(root, lock, set)
  // `npm install` also resolves packages that the lock file lacks; `npm ci` fails and names them.
  else await installAll(root, lock, set, npmStarted)
}

async function runWithProgress(root, args, paths, npmStarted) {
  const stop = reportInstallProgress(root, paths)
  try {
    await runNpm(root, args, npmStarted)
  } catch (error) {
    // npm reports success when the disk is full, so its lock file is wrong then.
    if (paths.every((path) => path in (readInstalled(root) || {}))) rmSync(npmLockFile(root), { force: true })
    throw error
  } finally {
    stop()
  }
}

/**
 * Commands that need the package set `runtime` only, which is the `dependencies` of package.json. Every other command
 * needs the set `all`, which adds the `devDependencies`.
 */
const RUNTIME_SCRIPTS = [
  'scripts/start.ts',
  'scripts/build.ts',
  'server/main.ts',
  'scripts/releases.ts',
  'scripts/cms.ts',
  'scripts/messages.ts',
  'scripts/backup.ts',
  'scripts/copy-database.ts',
]

/** Returns the package set that a script needs: `runtime` or `all`. */
export function getPackageSet(script, args) {
  // `cms types` runs GraphQL Code Generator, `cms migrate` contentful-migration.
  if (script === 'scripts/cms.ts' && ['types', 'migrate'].includes(args[0])) return 'all'
  return RUNTIME_SCRIPTS.includes(script) ? 'runtime' : 'all'
}

/** Returns the paths in package-lock.json that an installation of the set must contain on any platform. */
function listRequiredPaths(packages, set) {
  const isRequired = ({ dev, optional, devOptional }) => !optional && (set === 'all' || !(dev || devOptional))
  return Object.keys(packages).filter((path) => path !== '' && isRequired(packages[path]))
}

/** Returns the npm flag for a package set. It overrides NODE_ENV and .npmrc. */
const getNpmFlag = (set) => (set === 'all' ? '--include=dev' : '--omit=dev')
