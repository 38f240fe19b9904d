import { fork } from 'node:child_process'
import { once } from 'node:events'
import * as z from 'zod'
import { IMAGE_CACHE_FOLDER } from '#scripts/cli/folders.ts'
import { UserError } from '#shared/user-error.ts'

/** The local Contentful in a child process, which ends with this process, however this one ends. */
export interface LocalContentfulProcess {
  readonly url: string
  /** Sends SIGTERM and waits for the end; sends SIGKILL when that takes longer than 10 s. */
  readonly stop: () => Promise<void>
}

interface LocalContentfulProcessOptions {
  readonly folder: string
  readonly port: number
  /** Called when the process exits without `stop`. */
  readonly onUnexpectedExit?: () => void
}

const CMS_PROCESS = new URL('cms-process.ts', import.meta.url)

const readyMessage = z.object({ url: z.string() })

/** ms from SIGTERM to SIGKILL */
const STOP_TIMEOUT_MS = 10_000

/** Starts the local Contentful, which shares the image cache of the build. Throws `UserError` when it ends before it is ready. */
export async function startLocalContentfulProcess({
  folder,
  port,
  onUnexpectedExit,
}: LocalContentfulProcessOptions): Promise<LocalContentfulProcess> {
  const child = fork(CMS_PROCESS, [folder, String(port), IMAGE_CACHE_FOLDER], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  })
  const end = once(child, 'exit')
  const endedEarly = end.then(() => {
    throw new UserError('The local Contentful could not be started: the lines above say why.')
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
