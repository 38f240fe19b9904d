import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'

/** Signals that request termination: Ctrl-C, `kill`, a closed terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a command and forwards termination signals to it. Resolves with its exit code, or 128 plus the signal number as in
 * a shell. `onStart` receives the child process.
 */
export function runProcess(command, args, options, onStart) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options)
    const forward = (signal) => child.kill(signal)
    const removeListeners = () => {
      for (const signal of SIGNALS) process.removeListener(signal, forward)
    }
    for (const signal of SIGNALS) process.on(signal, forward)
    child.once('error', (error) => {
      removeListeners()
      reject(error)
    })
    child.once('close', (code, signal) => {
      removeListeners()
      resolve(signal ? 128 + constants.signals[signal] : code)
    })
    if (onStart) onStart(child)
  })
}

/** The major Node version that the scripts need: it runs TypeScript without a build step. */
const MAJOR = 24

/** Runs a script on the pinned Node with the variables of .env and .env.local. Resolves with its exit code. */
export async function runOnPinnedNode(root, script, args) {
  const command = findPinnedNode(root)
  // The IPC channel closes when this process dies, which server/shutdown.ts uses to stop the script.
  const options = { cwd: root, env: withCompileCache(root), stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }
  return runProcess(command, [...envFiles(root), script, ...args], options, stopWithNpm).catch((error) => {
    throw new Error(`${command} does not run here (${error.code}). ${REMEDY}`)
  })
}

/** Environment variables take precedence over both files, and .env.local over .env. */
const envFiles = (root) =>
  ['.env', '.env.local'].filter((file) => existsSync(join(root, file))).map((file) => `--env-file=${file}`)

/** Caches compiled modules between runs, because a command loads several hundred. Node ignores a read-only folder. */
const withCompileCache = (root) => ({ NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), ...process.env })

const REMEDY = `Install Node ${MAJOR} or newer on this machine and run the command again.`

/** Returns the Node of the packages or, where they have none for this platform, the running one if it is recent enough. */
function findPinnedNode(root) {
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const pinned = join(root, 'node_modules', 'node', 'bin', file)
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= MAJOR) return process.execPath
  throw new Error(`The package node has no Node ${MAJOR} for this machine. ${REMEDY}`)
}

/** npm sends a signal to its shell only, and the shell does not forward it. A changed parent id means the shell has ended. */
function stopWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  setInterval(() => process.ppid === shell || child.kill(), 500).unref()
}
