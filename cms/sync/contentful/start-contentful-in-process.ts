import { DamagedStateError, type LocalContentful, moveStateFolderAside, startLocalContentful } from 'contentful-local'

interface Options {
  readonly port: number
  readonly folder: string
  /** Receives one line if the state cannot be used. */
  readonly log: (line: string) => void
}

/**
 * Starts the local Contentful in this process. Moves a state folder aside that is damaged or of another version: a seed
 * run fills the new one.
 */
export async function startContentfulInProcess({ port, folder, log }: Options): Promise<LocalContentful> {
  try {
    return await startLocalContentful({ port, folder })
  } catch (error) {
    if (!(error instanceof DamagedStateError)) throw error
    log(`${error.message}. It is moved to ${moveStateFolderAside(folder)}, and a new one is created`)
    return startLocalContentful({ port, folder })
  }
}
