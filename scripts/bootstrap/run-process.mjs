import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** Every way in which somebody asks a process to end: Ctrl-C, kill, a closed terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a command to its end and passes on every wish to stop. Answers with its exit code; a signal counts as the shell counts it. */
export function runToEnd(command, args, options, started) {
  return new Promise((done, failed) => {
    const child = spawn(command, args, options)
    const forward = (signal) => child.kill(signal)
    const finish = () => {
      for (const signal of SIGNALS) process.removeListener(signal, forward)
    }
    for (const signal of SIGNALS) process.on(signal, forward)
    child.once('error', (problem) => {
      finish()
      failed(problem)
    })
    child.once('close', (code, signal) => {
      finish()
      done(signal ? 128 + constants.signals[signal] : code)
    })
    if (started) started(child)
  })
}
