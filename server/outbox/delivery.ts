import type { BackendConfig } from '#server/config.ts'
import { emlDelivery } from './eml-folder.ts'
import type { MessageMail } from './mail.ts'
import { type SmtpTimes, smtpDelivery } from './smtp.ts'

export interface Delivery {
  /** Resolves when the mail is somebody else's care. Rejects when it may be not; `stopped` ends it early. */
  readonly deliver: (mail: MessageMail, stopped: AbortSignal) => Promise<void>
  readonly close: () => void
}

/** The way that mails take: a mail server, or a folder of `.eml` files. `times` are for tests. */
export function openDelivery(
  { transport, mail }: Pick<BackendConfig, 'transport' | 'mail'>,
  times?: SmtpTimes,
): Delivery {
  return 'smtp' in transport ? smtpDelivery(transport.smtp, mail, times) : emlDelivery(transport.folder, mail)
}
