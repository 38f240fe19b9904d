import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runToEnd } from './run-process.mjs'

/** The Node that the scripts are written for: it runs TypeScript as it stands. */
const MAJOR = 24

/** Runs a script of this project on the pinned Node, with the variables of .env and .env.local. Answers with its exit code. */
export async function runOnPinnedNode(root, script, args) {
  const command = pinnedNode(root)
  // The channel tells the script when this process ends without a word: server/shutdown.ts.
  const options = { cwd: root, env: withCompileCache(root), stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }
  return runToEnd(command, [...envFiles(root), script, ...args], options, stopWithNpm).catch((problem) => {
    throw new Error(`${command} does not run here (${problem.code}). ${REMEDY}`)
  })
}

/** A value of the environment goes before one of a file, and .env.local before .env. */
const envFiles = (root) =>
  ['.env', '.env.local'].filter((file) => existsSync(join(root, file))).map((file) => `--env-file=${file}`)

/** Keeps compiled modules between runs: a command loads several hundred. Node ignores a folder that it cannot write to. */
const withCompileCache = (root) => ({ NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), ...process.env })

const REMEDY = `Install Node ${MAJOR} or newer on this machine and run the command again.`

/** The one among the packages; where there is none for this machine, the machine's own if it is new enough. */
function pinnedNode(root) {
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const pinned = join(root, 'node_modules', 'node', 'bin', file)
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= MAJOR) return process.execPath
  throw new Error(`The package node brings no Node ${MAJOR} for this machine. ${REMEDY}`)
}

/** npm hands a wish to stop to its shell alone, which passes nothing on: then this process is somebody else's, and wanted no more. */
function stopWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  setInterval(() => process.ppid === shell || child.kill(), 500).unref()
}
