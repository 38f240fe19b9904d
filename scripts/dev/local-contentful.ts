import { IMAGE_CACHE_FOLDER } from '#scripts/cms/folders.ts'
import { type ServerProcess, startServerProcess } from '#server/processes/server-process.ts'

export interface LocalContentfulProcessOptions {
  readonly folder: string
  readonly port: number
  /** It ended, and nobody here had asked it to. */
  readonly onUnexpectedExit?: () => void
}

/** Starts the local Contentful in a process of its own. It shares the derived pictures of the build. */
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
