import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensurePackages } from './bootstrap/install-packages.mjs'
import { nodeProblem } from './bootstrap/node-version.mjs'
import { packageSetFor } from './bootstrap/package-set.mjs'
import { runOnPinnedNode } from './bootstrap/pinned-node.mjs'

// Runs a TypeScript script on the Node that package.json pins: node scripts/bootstrap.mjs <script.ts> [arguments].
// It starts on the machine's Node, so this file and those it imports are JavaScript that an old one can read too:
// without packages, and without newer syntax. Such a Node then says what it lacks instead of throwing a syntax error.
const root = dirname(dirname(fileURLToPath(import.meta.url)))

async function main([script, ...args]) {
  const tooOld = nodeProblem(process.versions.node)
  if (tooOld) throw new Error(tooOld)
  if (!script) throw new Error('Name the script to run: node scripts/bootstrap.mjs scripts/start.ts')
  await ensurePackages(root, packageSetFor(script, args))
  return runOnPinnedNode(root, script, args)
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (problem) => {
    console.error(problem.message)
    process.exit(1)
  },
)
