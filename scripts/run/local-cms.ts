import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import * as z from 'zod'
import { BadInput } from '#cms/space/bad-input.ts'

export interface LocalCms {
  readonly url: string
  readonly pid: number
  readonly stop: () => Promise<void>
}

export interface LocalCmsOptions {
  readonly folder: string
  readonly port: number
  /** It ended, and nobody here had asked it to. */
  readonly onLost?: () => void
}

const ready = z.object({ url: z.url() })

/** Starts the local Contentful in a process of its own, which ends with this one, however that ends. */
export async function startLocalCms({ folder, port, onLost }: LocalCmsOptions): Promise<LocalCms> {
  const script = new URL('cms-process.ts', import.meta.url)
  const child = fork(script, [folder, String(port)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] })
  const { url } = ready.parse(await firstMessage(child))
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

async function firstMessage(child: ChildProcess): Promise<unknown> {
  const given = new AbortController()
  try {
    const message = once(child, 'message', given).then(([message]) => message)
    const end = once(child, 'exit', given).then(() => {
      throw new BadInput('The local Contentful could not be started: the lines above say why.')
    })
    return await Promise.race([message, end])
  } finally {
    given.abort()
  }
}
