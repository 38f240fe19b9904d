import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensurePackages, getPackageSet } from './bootstrap/install-packages.mjs'
import { runOnPinnedNode } from './bootstrap/run-process.mjs'

// Runs a TypeScript script on the Node version that package.json pins:
//   node scripts/bootstrap.mjs <script.ts> [arguments]
// This file runs on the machine's own Node, which may be old and have no packages installed. It and its imports therefore
// use plain JavaScript without packages or recent syntax, so that an old Node prints a clear error and no syntax error.
const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** The oldest Node version on which `npm ci` and the packages' install scripts run. */
const MIN_NODE_VERSION = [20, 19]

async function main([script, ...args]) {
  const versionError = findNodeVersionError(process.versions.node)
  if (versionError) throw new Error(versionError)
  if (!script) throw new Error('Name the script to run: node scripts/bootstrap.mjs scripts/start.ts')
  await ensurePackages(root, getPackageSet(script, args))
  return runOnPinnedNode(root, script, args)
}

/** Returns a one-line error with the remedy where this Node version is too old, otherwise `null`. */
function findNodeVersionError(version) {
  const [major, minor] = version.split('.').map(Number)
  if (major > MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor >= MIN_NODE_VERSION[1])) return null
  return `Node ${version} is too old: ${MIN_NODE_VERSION.join('.')} or newer is needed. Install a current one (https://nodejs.org, or your version manager) and run the command again.`
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    console.error(error.message)
    process.exit(1)
  },
)
