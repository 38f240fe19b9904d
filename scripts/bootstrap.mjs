import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensurePackages } from './bootstrap/install-packages.mjs'
import { findNodeVersionError } from './bootstrap/node-version.mjs'
import { getPackageSet } from './bootstrap/package-set.mjs'
import { runOnPinnedNode } from './bootstrap/pinned-node.mjs'

// Runs a TypeScript script on the Node version that package.json pins:
//   node scripts/bootstrap.mjs <script.ts> [arguments]
// This file runs on the machine's own Node, which may be old and have no packages installed. It and its imports therefore
// use plain JavaScript without packages or recent syntax, so that an old Node prints a clear error and no syntax error.
const root = dirname(dirname(fileURLToPath(import.meta.url)))

async function main([script, ...args]) {
  const versionError = findNodeVersionError(process.versions.node)
  if (versionError) throw new Error(versionError)
  if (!script) throw new Error('Name the script to run: node scripts/bootstrap.mjs scripts/start.ts')
  await ensurePackages(root, getPackageSet(script, args))
  return runOnPinnedNode(root, script, args)
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    console.error(error.message)
    process.exit(1)
  },
)
