import type { BackendConfig } from '#server/config.ts'
import type { ContactEmail } from './compose-email.ts'
import { createEmlFolderDelivery } from './eml-folder.ts'
import { createSmtpDelivery, type SmtpTimeouts } from './smtp-delivery.ts'

export interface EmailDelivery {
  /** Resolves when the mail is somebody else's care. Rejects when it may be not; `stopped` ends it early. */
  readonly deliver: (mail: ContactEmail, stopped: AbortSignal) => Promise<void>
  readonly close: () => void
}

/** The way that mails take: a mail server, or a folder of `.eml` files. `times` are for tests. */
export function createEmailDelivery(
  { emailTransport, email }: Pick<BackendConfig, 'transport' | 'mail'>,
  times?: SmtpTimeouts,
): EmailDelivery {
  return 'smtp' in emailTransport
    ? createSmtpDelivery(emailTransport.smtp, email, times)
    : createEmlFolderDelivery(emailTransport.folder, email)
}
