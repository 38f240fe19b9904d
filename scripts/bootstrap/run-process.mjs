import { spawn } from 'node:child_process'
import { constants } from 'node:os'

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
