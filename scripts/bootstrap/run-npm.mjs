import { runToEnd } from './run-process.mjs'

/** Requests are logged, so that a missing network is noticed before npm has tried every package. */
const FLAGS =
  '--no-fund --no-audit --loglevel=http --fetch-retries=2 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=5000'

/** Runs npm with its output hidden. `started` receives its process id. Throws an error that says what to do when npm fails. */
export async function runNpm(root, args, started) {
  const [command, ...before] = npmCommand()
  const options = {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: command === 'npm' && process.platform === 'win32',
  }
  const log = createLog()
  const code = await runToEnd(command, [...before, ...args, ...FLAGS.split(' ')], options, (npm) => {
    started(npm.pid)
    for (const stream of [npm.stdout, npm.stderr]) {
      let rest = ''
      stream.setEncoding('utf8').on('data', (text) => {
        const lines = (rest + text).split('\n')
        rest = lines.pop()
        lines.forEach(log.add)
        if (log.isOffline()) npm.kill() // it would try every package three times, for minutes
      })
      stream.on('end', () => rest && log.add(rest))
    }
  }).catch((error) => {
    throw new Error(`npm does not start (${error.code}): install npm, or run the command as npm start or npm test.`)
  })
  // npm only warns about files of a package that do not fit on the disk.
  if (code !== 0 || log.hasFullDisk()) throw new Error(failureText(log, code))
}

/** The npm that runs this, on the machine's Node: the pinned one is among the packages that are about to be replaced. */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  return npm?.endsWith('npm-cli.js') ? [node || process.execPath, npm] : ['npm']
}

/** What npm printed: failed requests, whether any was answered, and the lines that are not about requests. */
function createLog() {
  const failed = []
  const lines = []
  let isAnswered = false
  return {
    failed,
    lines,
    add: (line) => {
      if (/\S+ attempt \d failed with /.test(line)) failed.push(line)
      else if (/^npm http fetch GET 200 (?!.*\(cache (hit|stale)\))/.test(line)) isAnswered = true
      if (line && !line.startsWith('npm http')) lines.push(line)
    },
    isOffline: () => !isAnswered && failed.length >= 20,
    hasFullDisk: () => lines.some((line) => /ENOSPC|EDQUOT/.test(line)),
  }
}

const NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONN(REFUSED|RESET|ABORTED)|TIMEDOUT|TIMEOUT|E(NET|HOST)UNREACH|EPROTO|ERR_SOCKET|network/

function failureText(log, code) {
  if (log.hasFullDisk())
    return 'The packages could not be installed: the disk is full. Free about 1 GB (npm keeps a copy of each package in its cache) and run it again.'
  const isOffline = log.isOffline()
  if (!isOffline && code > 128) return 'Stopped while the packages were installed: run it again to install them.'
  // The error would not be found among hundreds of warnings, such as those about the version of Debian's Node.
  const errors = log.lines.filter((line) => !/^npm warn/i.test(line))
  const printed = errors.length > 0 ? errors : log.lines
  const report = isOffline ? [log.failed[0].replace(/^npm http fetch GET /, 'npm: ')] : printed
  const reason =
    isOffline || NETWORK.test(report.join())
      ? "The packages could not be fetched: check the network connection (or npm's registry setting) and run it again."
      : 'The packages could not be installed: npm says why below. Put that right and run it again.'
  // The cause is at the head of npm's report, the path of its log at the end; lists and usage are between them.
  return [reason, ...(report.length > 16 ? [...report.slice(0, 12), '…', ...report.slice(-1)] : report)].join('\n')
}
