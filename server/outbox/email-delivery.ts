import { createTransport } from 'nodemailer'
import type { ServerConfig } from '#server/config.ts'
import { isLoopbackHost } from '#server/http/network-address.ts'
import { composeEmail, type EmailDelivery } from './compose-email.ts'
import { createEmlFolderDelivery } from './eml-folder.ts'

/**
 * Creates the delivery that the configuration selects: a mail server, or a folder of `.eml` files. Tests set
 * `timeouts`.
 */
export function createEmailDelivery(
  { emailTransport, email }: Pick<ServerConfig, 'emailTransport' | 'email'>,
  timeouts?: SmtpTimeouts,
): EmailDelivery {
  return 'smtp' in emailTransport
    ? createSmtpDelivery(emailTransport.smtp, email, timeouts)
    : createEmlFolderDelivery(emailTransport.folder, email)
}

/** Timeouts of an SMTP delivery. */
export interface SmtpTimeouts {
  /** For name resolution, connection, greeting and TLS together. */
  readonly connectMs: number
  /** Without data from the server. */
  readonly inactivityMs: number
  /** For the whole attempt. The lease of the worker must be longer. */
  readonly attemptMs: number
}

const DEFAULT_TIMEOUTS: SmtpTimeouts = { connectMs: 20_000, inactivityMs: 30_000, attemptMs: 90_000 }

/**
 * Sends emails by SMTP, each over a new connection: emails are few, and a mail server closes idle connections.
 * Certificates are verified. A password is sent without TLS to this machine only, unless the URL sets
 * `requireTLS=false`.
 */
export function createSmtpDelivery(
  url: string,
  addresses: ServerConfig['email'],
  timeouts: SmtpTimeouts = DEFAULT_TIMEOUTS,
): EmailDelivery {
  const { password, hostname } = new URL(url)
  const transport = createTransport({
    url,
    requireTLS: password !== '' && !isLoopbackHost(hostname),
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.inactivityMs,
  })
  return {
    deliver: async (email, signal) => {
      const attempt = AbortSignal.any([signal, AbortSignal.timeout(timeouts.attemptMs)])
      await transport.sendMail({ ...composeEmail(email, addresses), signal: attempt })
    },
    close: () => transport.close(),
  }
}

/** One line for the terminal that says where emails go. It contains neither user name nor password. */
export function describeEmailTransport(transport: ServerConfig['emailTransport']): string {
  if ('smtp' in transport) return `Emails are sent to ${new URL(transport.smtp).host}`
  return `Emails are written to ${transport.folder} (SMTP_URL is not set)`
}
