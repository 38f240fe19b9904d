import { fork } from 'node:child_process'
import { once } from 'node:events'
import * as z from 'zod'
import { UserError } from '#shared/user-error.ts'

/** A server in a child process, which ends with this process, however this one ends. */
export interface ServerProcess {
  readonly url: string
  /** Sends SIGTERM and waits for the end; sends SIGKILL when that takes longer than 10 s. */
  readonly stop: () => Promise<void>
}

export interface ServerProcessOptions {
  /** For messages: "local Contentful". */
  readonly name: string
  /** The module to run. It sends `{ url }` to this process when it is ready. */
  readonly module: URL
  readonly args?: readonly string[]
  /** Called when the process ends and `stop` has not been called. */
  readonly onUnexpectedExit?: (() => void) | undefined
}

const readyMessage = z.object({ url: z.string() })

/** ms from SIGTERM to SIGKILL */
const STOP_TIMEOUT_MS = 10_000

/** Starts a server in a child process. Throws `UserError` when it ends before it is ready. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { name, module, args = [], onUnexpectedExit } = options
  const child = fork(module, [...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  })
  const end = once(child, 'exit')
  const endedEarly = end.then(() => {
    throw new UserError(`The ${name} could not be started: the lines above say why.`)
  })
  const [message]: unknown[] = await Promise.race([once(child, 'message'), endedEarly])
  const { url } = readyMessage.parse(message)
  let isStopping = false
  end.then(() => {
    if (!isStopping) onUnexpectedExit?.()
  })
  return {
    url,
    stop: async () => {
      isStopping = true
      child.kill()
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await end
      clearTimeout(timer)
    },
  }
}
