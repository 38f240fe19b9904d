import { renameSync } from 'node:fs'

/**
 * Moves a state folder away, so that a new one can begin; answers with its new name.
 * Nothing is thrown away: somebody may have written in it.
 */
export function moveStateFolderAside(folder: string): string {
  const aside = `${folder}-set-aside-${new Date().toISOString().replace(/\D/g, '').slice(0, 17)}`
  renameSync(folder, aside)
  return aside
}
