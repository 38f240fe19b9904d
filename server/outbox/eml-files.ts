import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A mail in the folder of `.eml` files, or an incomplete one that a killed process has left there. */
export interface EmlFile {
  readonly name: string
  readonly messageId: string
  /** ms since 1970 */
  readonly queuedAt: number
  readonly isComplete: boolean
}

/** As eml-folder.ts names a mail; an incomplete one has a dot before the name and more text after it. */
const NAME =
  /^(?<dot>\.?)(?<date>\d{4}-\d\d-\d\dT)(?<time>\d\d-\d\d-\d\d\.\d{3}Z)-(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml(?<rest>\..*)?$/

/** Reads the name of a `.eml` file. Returns `undefined` for every other file. */
export function parseEmlFileName(name: string): EmlFile | undefined {
  const { dot = '', date = '', time = '', id = '', rest = '' } = NAME.exec(name)?.groups ?? {}
  const queuedAt = Date.parse(date + time.replaceAll('-', ':'))
  return Number.isNaN(queuedAt) ? undefined : { name, messageId: id, queuedAt, isComplete: dot === '' && rest === '' }
}

/** The mails in the folder, the oldest first. Links, folders and other files are left out. A missing folder has none. */
export async function listEmlFiles(folder: string): Promise<readonly EmlFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = entries.flatMap((entry) => (entry.isFile() ? (parseEmlFileName(entry.name) ?? []) : []))
  return files.sort((one, other) => one.queuedAt - other.queuedAt)
}

/** Deletes the mails that `isDeleted` selects, incomplete ones too. Returns the number of complete ones. */
export async function deleteEmlFiles(folder: string, isDeleted: (file: EmlFile) => boolean): Promise<number> {
  const files = (await listEmlFiles(folder)).filter(isDeleted)
  for (const { name } of files) await rm(join(folder, name), { force: true })
  return files.filter(({ isComplete }) => isComplete).length
}
