import { runProcess } from './run-process.mjs'

/** HTTP requests are logged, so that a missing network is detected before npm has tried every package. */
const FLAGS =
  '--no-fund --no-audit --loglevel=http --fetch-retries=2 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=5000'

/** Runs npm with hidden output. `onStart` receives its process id. Throws an error with the remedy when npm fails. */
export async function runNpm(root, args, onStart) {
  const [command, ...before] = npmCommand()
  const options = {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: command === 'npm' && process.platform === 'win32',
  }
  const log = createLog()
  const code = await runProcess(command, [...before, ...args, ...FLAGS.split(' ')], options, (npm) => {
    onStart(npm.pid)
    for (const stream of [npm.stdout, npm.stderr]) {
      let rest = ''
      stream.setEncoding('utf8').on('data', (text) => {
        const lines = (rest + text).split('\n')
        rest = lines.pop()
        lines.forEach(log.add)
        if (log.isOffline()) npm.kill() // otherwise it retries every package for minutes
      })
      stream.on('end', () => rest && log.add(rest))
    }
  }).catch((error) => {
    throw new Error(`npm does not start (${error.code}): install npm, or run the command as npm start or npm test.`)
  })
  // npm exits with 0 and a warning when files of a package do not fit on the disk.
  if (code !== 0 || log.hasFullDisk()) throw new Error(formatFailure(log, code))
}

/** Returns the npm that runs this command, on the machine's Node: the pinned Node is one of the packages to replace. */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  return npm?.endsWith('npm-cli.js') ? [node || process.execPath, npm] : ['npm']
}

/** Collects npm's output: failed requests, whether any request succeeded, and all lines that are not about requests. */
function createLog() {
  const failed = []
  const lines = []
  let hasResponse = false
  return {
    failed,
    lines,
    add: (line) => {
      if (/\S+ attempt \d failed with /.test(line)) failed.push(line)
      else if (/^npm http fetch GET 200 (?!.*\(cache (hit|stale)\))/.test(line)) hasResponse = true
      if (line && !line.startsWith('npm http')) lines.push(line)
    },
    isOffline: () => !hasResponse && failed.length >= 20,
    hasFullDisk: () => lines.some((line) => /ENOSPC|EDQUOT/.test(line)),
  }
}

const NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONN(REFUSED|RESET|ABORTED)|TIMEDOUT|TIMEOUT|E(NET|HOST)UNREACH|EPROTO|ERR_SOCKET|network/

function formatFailure(log, code) {
  if (log.hasFullDisk())
    return 'The packages could not be installed: the disk is full. Free about 1 GB (npm keeps a copy of each package in its cache) and run it again.'
  const isOffline = log.isOffline()
  if (!isOffline && code > 128) return 'Stopped while the packages were installed: run it again to install them.'
  // Drops warnings, such as hundreds about the version of Debian's Node, which would hide the error.
  const errors = log.lines.filter((line) => !/^npm warn/i.test(line))
  const printed = errors.length > 0 ? errors : log.lines
  const report = isOffline ? [log.failed[0].replace(/^npm http fetch GET /, 'npm: ')] : printed
  const reason =
    isOffline || NETWORK.test(report.join())
      ? "The packages could not be fetched: check the network connection (or npm's registry setting) and run it again."
      : 'The packages could not be installed: see the npm error below, correct it and run it again.'
  // npm prints the cause first and the path of its log last; the lines between are lists and usage.
  return [reason, ...(report.length > 16 ? [...report.slice(0, 12), '…', ...report.slice(-1)] : report)].join('\n')
}
