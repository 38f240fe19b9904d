import { type ServerProcess, startServerProcess } from './child-process.ts'

export interface LocalCmsOptions {
  readonly folder: string
  readonly port: number
  /** It ended, and nobody here had asked it to. */
  readonly onLost?: () => void
}

/** Starts the local Contentful in a process of its own. */
export const startLocalCms = ({ folder, port, onLost }: LocalCmsOptions): Promise<ServerProcess> =>
  startServerProcess({ name: 'local Contentful', script: 'cms-process.ts', args: [folder, String(port)], onLost })
