import { statSync } from 'node:fs'
import { DamagedStateError, readStateMeta } from 'contentful-local'
import { setStateFolderAside } from '#cms/sync/contentful/start-contentful-in-process.ts'
import { IMAGE_CACHE_FOLDER } from '#scripts/cms/folders.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

export interface LocalContentfulProcessOptions {
  readonly folder: string
  readonly port: number
  /** Called when the process exits without `stop`. */
  readonly onUnexpectedExit?: () => void
}

/** Starts the local Contentful in a child process. It shares the image cache of the build. */
export const startLocalContentfulProcess = ({
  folder,
  port,
  onUnexpectedExit,
}: LocalContentfulProcessOptions): Promise<ServerProcess> =>
  startServerProcess({
    name: 'local Contentful',
    module: new URL('cms-process.ts', import.meta.url),
    args: [folder, String(port), IMAGE_CACHE_FOLDER],
    onUnexpectedExit: onUnexpectedExit,
  })

/** Sets a state folder aside that is damaged, so that a new one is created. Returns a log line, or `undefined`. */
export function setDamagedStateAside(folder: string): string | undefined {
  const damage = findDamage(folder)
  return damage && `${damage}. ${setStateFolderAside(folder)}`
}

function findDamage(folder: string): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found) return undefined
  if (!found.isDirectory()) return `${folder} is not a folder`
  try {
    readStateMeta(folder, 'seed')
    return undefined
  } catch (error) {
    if (error instanceof DamagedStateError) return error.message
    throw error
  }
}
