import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { BackendConfig } from '#server/config.ts'
import type { Delivery } from './delivery.ts'
import { composed, type MessageMail } from './mail.ts'

/**
 * Mails as files that any mail program opens, for their owner alone. A file appears whole or not at all, and a second
 * attempt writes the same file.
 */
export function emlDelivery(folder: string, mail: BackendConfig['mail']): Delivery {
  return {
    deliver: async (message) => {
      const content = await new MailComposer(composed(message, mail)).compile().build()
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = fileName(message)
      const unfinished = join(folder, `.${name}.unfinished`)
      await writeSynced(unfinished, content)
      await rename(unfinished, join(folder, name))
    },
    close: () => {},
  }
}

/** Sorted by name they are sorted by time; no system minds the characters. */
const fileName = ({ queuedAt, messageId }: MessageMail) =>
  `${new Date(queuedAt).toISOString().replaceAll(':', '-')}-${messageId}.eml`

async function writeSynced(path: string, content: Buffer): Promise<void> {
  await using file = await open(path, 'w', 0o600)
  await file.writeFile(content)
  await file.sync()
}
