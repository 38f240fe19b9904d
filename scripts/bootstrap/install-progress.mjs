import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Milliseconds between two updates: of the line on a terminal, of the lines elsewhere. */
const TERMINAL_INTERVAL = 250
const LINE_INTERVAL = 5_000

/** So few missing packages are named. */
const NAMED = 3

/** Reports on stderr how many of the packages at `paths` npm has written. Returns a function that ends the report. */
export function reportInstallProgress(root, paths, { stream = process.stderr, interval } = {}) {
  const start = Date.now()
  let missing = paths
  const report = () => {
    missing = missing.filter((path) => !isWrittenSince(root, path, start))
    const text = progressText(paths.length, missing, Math.round((Date.now() - start) / 1000))
    stream.write(stream.isTTY ? `\r\x1b[K${text.slice(0, (stream.columns || 80) - 1)}` : `${text}\n`)
  }
  const timer = setInterval(report, interval || (stream.isTTY ? TERMINAL_INTERVAL : LINE_INTERVAL))
  return () => {
    clearInterval(timer)
    if (stream.isTTY) stream.write('\r\x1b[K')
  }
}

function progressText(total, missing, seconds) {
  const text = `Installing packages: ${total - missing.length} of ${total}, ${seconds} s`
  if (missing.length === 0 || missing.length > NAMED) return text
  return `${text}, waiting for ${missing.map((path) => path.slice(path.indexOf('/') + 1)).join(', ')}`
}

/** The modification time comes from the archive of the package, the change time from its unpacking. */
function isWrittenSince(root, path, start) {
  const { ctimeMs = 0 } = statSync(join(root, path, 'package.json'), { throwIfNoEntry: false }) || {}
  return ctimeMs >= start && (path !== 'node_modules/node' || hasNodeBinary(root))
}

/** The package `node` downloads its binary after all packages have been unpacked: the longest single step. */
const hasNodeBinary = (root) =>
  ['node', 'node.exe'].some((file) => existsSync(join(root, 'node_modules/node/bin', file)))
