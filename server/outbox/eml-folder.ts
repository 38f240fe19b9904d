import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { BackendConfig } from '#server/config.ts'
import { syncFolder, writeFileAtomic } from '#shared/write-file-atomic.ts'
import type { EmailDelivery } from './compose-email.ts'
import { type ContactEmail, composeEmail } from './compose-email.ts'

/**
 * Writes emails as `.eml` files, which any mail program opens, with mode 0600. When `deliver` resolves, the file is
 * complete and on the disk. A second attempt replaces the file.
 */
export function createEmlFolderDelivery(folder: string, addresses: BackendConfig['email']): EmailDelivery {
  return {
    deliver: async (email) => {
      const content = await new MailComposer(composeEmail(email, addresses)).compile().build()
      await createFolder(folder)
      await writeFileAtomic(join(folder, formatEmlFileName(email)), content, { mode: 0o600 })
    },
    close: () => {},
  }
}

/** Sorting by name sorts by time. Colons are replaced, because Windows does not allow them in file names. */
const formatEmlFileName = ({ queuedAt, messageId }: ContactEmail) =>
  `${new Date(queuedAt).toISOString().replaceAll(':', '-')}-${messageId}.eml`

/**
 * Creates the folder and syncs the parent of each new folder: without that a power failure could remove it and its
 * emails.
 */
async function createFolder(folder: string): Promise<void> {
  const firstCreated = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (firstCreated === undefined) return
  const top = dirname(resolve(firstCreated))
  let parent = resolve(folder)
  do {
    parent = dirname(parent)
    await syncFolder(parent)
  } while (parent !== top && parent !== dirname(parent))
}
