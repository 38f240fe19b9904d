import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** ms between updates of the line on a terminal, and between lines in a log. */
const TERMINAL_INTERVAL_MS = 250
const LINE_INTERVAL_MS = 5_000

/** The names of missing packages are printed when at most this many are left. */
const MAX_NAMED_PACKAGES = 3

/** Reports on stderr how many of the packages at `paths` are installed. Returns a function that stops the report. */
export function reportInstallProgress(root, paths, { stream = process.stderr, interval } = {}) {
  const start = Date.now()
  let missing = paths
  const report = () => {
    missing = missing.filter((path) => !isWrittenSince(root, path, start))
    const text = formatProgress(paths.length, missing, Math.round((Date.now() - start) / 1000))
    stream.write(stream.isTTY ? `\r\x1b[K${text.slice(0, (stream.columns || 80) - 1)}` : `${text}\n`)
  }
  const timer = setInterval(report, interval || (stream.isTTY ? TERMINAL_INTERVAL_MS : LINE_INTERVAL_MS))
  return () => {
    clearInterval(timer)
    if (stream.isTTY) stream.write('\r\x1b[K')
  }
}

function formatProgress(total, missing, seconds) {
  const text = `Installing packages: ${total - missing.length} of ${total}, ${seconds} s`
  if (missing.length === 0 || missing.length > MAX_NAMED_PACKAGES) return text
  return `${text}, waiting for ${missing.map((path) => path.slice(path.indexOf('/') + 1)).join(', ')}`
}

/** Uses the change time (ctime), which is set on extraction; the modification time comes from the package archive. */
function isWrittenSince(root, path, start) {
  const { ctimeMs = 0 } = statSync(join(root, path, 'package.json'), { throwIfNoEntry: false }) || {}
  return ctimeMs >= start && (path !== 'node_modules/node' || hasNodeBinary(root))
}

/** The package `node` downloads its binary after all packages are extracted, which is the longest single step. */
const hasNodeBinary = (root) =>
  ['node', 'node.exe'].some((file) => existsSync(join(root, 'node_modules/node/bin', file)))
