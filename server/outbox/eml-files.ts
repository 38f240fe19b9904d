import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** An email in the folder of `.eml` files, or an incomplete file that a killed process left there. */
export interface EmlFile {
  readonly name: string
  readonly messageId: string
  /** ms since 1970 */
  readonly queuedAt: number
  readonly isComplete: boolean
}

/** The file names that `createEmlFolderDelivery` writes. Incomplete files have a leading dot or a suffix. */
const EML_FILE_NAME =
  /^(?<dot>\.?)(?<date>\d{4}-\d\d-\d\dT)(?<time>\d\d-\d\d-\d\d\.\d{3}Z)-(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml(?<rest>\..*)?$/

/** Parses the name of an `.eml` file. Returns `undefined` for every other file. */
export function parseEmlFileName(name: string): EmlFile | undefined {
  const { dot = '', date = '', time = '', id = '', rest = '' } = EML_FILE_NAME.exec(name)?.groups ?? {}
  const queuedAt = Date.parse(date + time.replaceAll('-', ':'))
  return Number.isNaN(queuedAt) ? undefined : { name, messageId: id, queuedAt, isComplete: dot === '' && rest === '' }
}

/**
 * Lists the emails in the folder, oldest first. Ignores links, folders and other files. Returns an empty list if the
 * folder does not exist.
 */
export async function listEmlFiles(folder: string): Promise<readonly EmlFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = entries.flatMap((entry) => (entry.isFile() ? (parseEmlFileName(entry.name) ?? []) : []))
  return files.sort((a, b) => a.queuedAt - b.queuedAt)
}

/**
 * Deletes the emails for which `shouldDelete` returns true, incomplete files too. Returns the number of complete files.
 */
export async function deleteEmlFiles(folder: string, shouldDelete: (file: EmlFile) => boolean): Promise<number> {
  const files = (await listEmlFiles(folder)).filter(shouldDelete)
  for (const { name } of files) await rm(join(folder, name), { force: true })
  return files.filter(({ isComplete }) => isComplete).length
}
