import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import * as z from 'zod'
import { BadInput } from '#cms/space/bad-input.ts'

/** A server in a process of its own, which ends with this one, however that ends. */
export interface ServerProcess {
  readonly url: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

export interface ServerProcessOptions {
  /** For people. */
  readonly name: string
  /** A file of this folder; it sends its address as `{ url }` when it listens. */
  readonly script: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** It ended, and nobody here had asked it to. */
  readonly onLost?: (() => void) | undefined
}

const ready = z.object({ url: z.url() })

/** Throws `BadInput` where it ends before it listens; it has said why. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const { name, script, args = [], env, onLost } = options
  const child = fork(new URL(script, import.meta.url), [...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  })
  const { url } = ready.parse(await firstMessage(child, name))
  let isStopping = false
  const end = once(child, 'exit').then(() => {
    if (!isStopping) onLost?.()
  })
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      isStopping = true
      child.kill()
      await end
    },
  }
}

async function firstMessage(child: ChildProcess, name: string): Promise<unknown> {
  const given = new AbortController()
  try {
    const message = once(child, 'message', given).then(([message]) => message)
    const end = once(child, 'exit', given).then(() => {
      throw new BadInput(`The ${name} could not be started: the lines above say why.`)
    })
    return await Promise.race([message, end])
  } finally {
    given.abort()
  }
}
