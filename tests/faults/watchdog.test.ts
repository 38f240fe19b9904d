import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createCommandEnv } from '#scripts/test/command-env.ts'

const WATCHDOG = new URL('../../server/process/watchdog.ts', import.meta.url).href

/** Runs a program whose watchdog ends it after `limitMs`. */
async function run(program: string, limitMs = 600) {
  const source = `import { startWatchdog } from '${WATCHDOG}'; startWatchdog(${limitMs}); ${program}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    env: createCommandEnv(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [[code, signal], stderr] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  return { code, signal, stderr }
}

test('§12.8 a blocked event loop ends the process', async () => {
  expect(await run('setTimeout(() => { for (;;); }, 100)')).toEqual({
    code: null,
    signal: 'SIGKILL',
    stderr: 'The event loop has been blocked for 0.6 s: the process ends.\n',
  })
})

test('a process that is busy, but responds, and ends goes on', async () => {
  const program = 'const end = Date.now() + 3_000; (function work() { if (Date.now() < end) setImmediate(work) })()'
  expect(await run(program, 2_000)).toEqual({ code: 0, signal: null, stderr: '' })
})
