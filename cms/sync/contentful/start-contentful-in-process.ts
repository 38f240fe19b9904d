import { type LocalContentful, startLocalContentful } from '#cms/local/server.ts'
import { DamagedStateError, moveStateFolderAside } from '#cms/local/state-folder.ts'

interface Options {
  readonly port: number
  readonly folder: string
  /** Told in one line when the state could not be used. */
  readonly say: (line: string) => void
}

/** Starts the local Contentful. A state that is damaged, or another version's, is set aside: seeding makes it anew. */
export async function startContentfulInProcess({ port, folder, say }: Options): Promise<LocalContentful> {
  try {
    return await startLocalContentful({ port, folder })
  } catch (error) {
    if (!(error instanceof DamagedStateError)) throw error
    say(`${error.message}. It is set aside as ${moveStateFolderAside(folder)}, and begun anew`)
    return startLocalContentful({ port, folder })
  }
}
