import { statSync } from 'node:fs'
import { modelContentTypes } from '#cms/local/local-space.ts'
import { DamagedStateError } from '#cms/local/store/damaged-state.ts'
import { setAside } from '#cms/local/store/set-aside.ts'
import { readMeta } from '#cms/local/store/store.ts'
import { hashJson } from '#scripts/build/hash-json.ts'

/** Returns a digest of the content types, without help texts for editors. */
export const hashContentModel = () => hashJson(modelContentTypes)

/**
 * Moves a state folder away when it is damaged or has content of another model, so that a new one is created. Returns a
 * log line about it, or `undefined`.
 */
export function setAsideUnusableState(folder: string): string | undefined {
  const reason = findStateProblem(folder)
  if (!reason) return undefined
  return `${reason}. It is moved to ${setAside(folder)}, and the local Contentful is seeded again.`
}

function findStateProblem(folder: string): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found) return undefined
  if (!found.isDirectory()) return `${folder} is not a folder`
  try {
    const model = readMeta(folder, 'model')
    return model === undefined || model === hashContentModel() ? undefined : `${folder} holds content of another model`
  } catch (error) {
    if (error instanceof DamagedStateError) return error.message
    throw error
  }
}
