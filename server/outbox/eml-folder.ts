import { mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { BackendConfig } from '#server/config.ts'
import { syncFolder, writeFileAtomic } from '#shared/write-file-atomic.ts'
import { type ContactEmail, composeEmail } from './compose-email.ts'
import type { EmailDelivery } from './email-delivery.ts'

/**
 * Writes mails as files that any mail program opens, readable by their owner only. A file is complete and on the disk
 * when `deliver` resolves, and a second attempt replaces it.
 */
export function createEmlFolderDelivery(folder: string, mail: BackendConfig['email']): EmailDelivery {
  return {
    deliver: async (message) => {
      const content = await new MailComposer(composeEmail(message, mail)).compile().build()
      await createFolder(folder)
      await writeFileAtomic(join(folder, fileName(message)), content, { mode: 0o600 })
    },
    close: () => {},
  }
}

/** Sorted by name they are sorted by time; no system minds the characters. */
const fileName = ({ queuedAt, messageId }: ContactEmail) =>
  `${new Date(queuedAt).toISOString().replaceAll(':', '-')}-${messageId}.eml`

/** Syncs the parent of every folder that it creates: otherwise a power failure could remove the folder with its mails. */
async function createFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const top = dirname(resolve(first))
  let parent = resolve(folder)
  do {
    parent = dirname(parent)
    await syncFolder(parent)
  } while (parent !== top && parent !== dirname(parent))
}
