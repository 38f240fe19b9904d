import { statSync } from 'node:fs'
import { DamagedStateError, moveStateFolderAside, readStateMeta } from 'contentful-local'
import { modelContentTypes } from '#cms/model/print-model-schema.ts'
import { hashJson } from '#scripts/build/build-stamp.ts'
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

/** Returns a digest of the content types, without help texts for editors. */
export const hashContentModel = () => hashJson(modelContentTypes)

/**
 * Moves a state folder away when it is damaged or has content of another model, so that a new one is created. Returns a
 * log line about it, or `undefined`.
 */
export function setAsideUnusableState(folder: string): string | undefined {
  const reason = findStateProblem(folder)
  if (!reason) return undefined
  return `${reason}. It is moved to ${moveStateFolderAside(folder)}, and the local Contentful is seeded again.`
}

function findStateProblem(folder: string): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found) return undefined
  if (!found.isDirectory()) return `${folder} is not a folder`
  try {
    const model = readStateMeta(folder, 'model')
    return model === undefined || model === hashContentModel() ? undefined : `${folder} holds content of another model`
  } catch (error) {
    if (error instanceof DamagedStateError) return error.message
    throw error
  }
}
