import { statSync } from 'node:fs'
import { modelContentTypes } from '#cms/graphql/print-model-schema.ts'
import { DamagedStateError, moveStateFolderAside, readStateMeta } from '#cms/local/state-folder.ts'
import { hashJson } from '#scripts/build/hash-json.ts'

/** Of the content types as Contentful would hold them; help texts for editors do not count. */
export const hashContentModel = () => hashJson(modelContentTypes)

/**
 * A state folder that cannot be used, or holds content of another model, is set aside, so that a new one can begin. Answers with the line that says so, or `undefined`.
 */
export function setAsideUnusableState(folder: string): string | undefined {
  const reason = reasonAgainst(folder)
  if (!reason) return undefined
  return `${reason}. It is set aside as ${moveStateFolderAside(folder)}, and the local Contentful is seeded anew.`
}

function reasonAgainst(folder: string): string | undefined {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found) return undefined
  if (!found.isDirectory()) return `${folder} is not a folder`
  try {
    const model = readStateMeta(folder, 'model')
    return model === undefined || model === hashContentModel() ? undefined : `${folder} holds content of another model`
  } catch (problem) {
    if (problem instanceof DamagedStateError) return problem.message
    throw problem
  }
}
