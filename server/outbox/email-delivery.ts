import type { BackendConfig } from '#server/config.ts'
import type { ContactEmail } from './compose-email.ts'
import { createEmlFolderDelivery } from './eml-folder.ts'
import { createSmtpDelivery, type SmtpTimeouts } from './smtp-delivery.ts'

export interface EmailDelivery {
  /**
   * Resolves when the mail server has accepted the email, or the file is on the disk. Rejects when that is not certain.
   * `signal` aborts the attempt.
   */
  readonly deliver: (email: ContactEmail, signal: AbortSignal) => Promise<void>
  readonly close: () => void
}

/** Creates the delivery that the configuration selects: a mail server, or a folder of `.eml` files. Tests set `timeouts`. */
export function createEmailDelivery(
  { transport, mail }: Pick<BackendConfig, 'transport' | 'mail'>,
  timeouts?: SmtpTimeouts,
): EmailDelivery {
  return 'smtp' in transport
    ? createSmtpDelivery(transport.smtp, mail, timeouts)
    : createEmlFolderDelivery(transport.folder, mail)
}
