import { IMAGE_CACHE_FOLDER } from '#scripts/cli/folders.ts'
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
    onUnexpectedExit,
  })
