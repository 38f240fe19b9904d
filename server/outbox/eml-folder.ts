import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import MailComposer from 'nodemailer/lib/mail-composer'
import { writeFileAtomic } from '#shared/write-file-atomic.ts'

/**
 * Writes an email as an `.eml` file, which any mail program opens, with mode 0600. Resolves when the file is on the disk. A
 * second attempt replaces the file.
 */
export async function writeEmlFile(
  folder: string,
  about: Pick<EmlFile, 'messageId' | 'queuedAt'>,
  email: SendMailOptions,
): Promise<void> {
  const content = await new MailComposer(email).compile().build()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFileAtomic(join(folder, formatEmlFileName(about)), content, { mode: 0o600 })
}

/** Sorting by name sorts by time. Colons are replaced, because Windows does not allow them in file names. */
const formatEmlFileName = ({ queuedAt, messageId }: Pick<EmlFile, 'messageId' | 'queuedAt'>) =>
  `${new Date(queuedAt).toISOString().replaceAll(':', '-')}-${messageId}.eml`

/** The names that `formatEmlFileName` returns, and those of part files that a killed process left. */
const EML_FILE_NAME =
  /^(?<date>\d{4}-\d\d-\d\dT)(?<time>\d\d-\d\d-\d\d\.\d{3}Z)-(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.eml(?:\..*)?$/

/** An email in the folder of `.eml` files, complete or not. */
export interface EmlFile {
  readonly name: string
  readonly messageId: string
  /** ms since 1970 */
  readonly queuedAt: number
}

/**
 * Lists the emails in the folder. Ignores links, folders and other files. Returns an empty list if the folder does not
 * exist.
 */
export async function listEmlFiles(folder: string): Promise<readonly EmlFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return entries.flatMap((entry) => (entry.isFile() ? (parseEmlFileName(entry.name) ?? []) : []))
}

function parseEmlFileName(name: string): EmlFile | undefined {
  const { date = '', time = '', id = '' } = EML_FILE_NAME.exec(name)?.groups ?? {}
  const queuedAt = Date.parse(date + time.replaceAll('-', ':'))
  return Number.isNaN(queuedAt) ? undefined : { name, messageId: id, queuedAt }
}

/** Deletes the emails for which `shouldDelete` returns true. Returns their number. */
export async function deleteEmlFiles(folder: string, shouldDelete: (file: EmlFile) => boolean): Promise<number> {
  const files = (await listEmlFiles(folder)).filter(shouldDelete)
  for (const { name } of files) await rm(join(folder, name), { force: true })
  return files.length
}
