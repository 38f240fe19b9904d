import { createTransport, type SendMailOptions } from 'nodemailer'
import type { ServerConfig } from '#server/config/server-config.ts'
import { isLoopbackHost } from '#server/config/variable-schemas.ts'
import type { Tables } from '#server/database/schema.ts'
import { CONTACT_LINES, type ContactMessage, contactInputs } from '#shared/contact-contract.ts'
import { writeEmlFile } from './eml-folder.ts'

/** A contact message, or a digest, which has no address, to send to the office as an email. Times in ms since 1970. */
export interface ContactEmail extends Pick<Tables['message'], keyof ContactMessage> {
  readonly messageId: string
  readonly receivedAt: number
  readonly queuedAt: number
}

/** Delivers emails: by SMTP, or to a folder. */
export interface EmailDelivery {
  /**
   * Resolves when the mail server has accepted the email, or the file is on the disk. Rejects when that is not certain.
   * `signal` aborts the attempt.
   */
  readonly deliver: (email: ContactEmail, signal: AbortSignal) => Promise<void>
  readonly close: () => void
}

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
    : createFolderDelivery(emailTransport.folder, email)
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

/** Writes emails as `.eml` files. When `deliver` resolves, the file is complete and on the disk. */
const createFolderDelivery = (folder: string, addresses: ServerConfig['email']): EmailDelivery => ({
  deliver: (email) => writeEmlFile(folder, email, composeEmail(email, addresses)),
  close: () => {},
})

/**
 * Composes the email to the office. It is identical at every attempt, so that a mailbox can detect a duplicate. No
 * header contains text of the visitor, so nothing can be injected: to reply, the office copies the address from the text.
 * Quoted-printable keeps every character and line, and leaves plain English readable in the file.
 */
export function composeEmail(contactEmail: ContactEmail, { from, to }: ServerConfig['email']): SendMailOptions {
  const isDigest = contactEmail.email === ''
  return {
    from: { name: '', address: from },
    to: { name: '', address: to },
    subject: `${isDigest ? 'Messages in the spam folder' : 'Message from the website'} (${contactEmail.messageId.slice(0, 8)})`,
    messageId: `<${contactEmail.messageId}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date: new Date(contactEmail.queuedAt),
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    encoding: 'quoted-printable',
    newline: 'windows', // SMTP sends CRLF; `.eml` files have the same line breaks
    text: isDigest ? contactEmail.message : formatText(contactEmail),
  }
}

const formatText = (email: ContactEmail) => `\
Somebody wrote to you through the contact form of the website.

${CONTACT_LINES.map((name) => email[name] && `${contactInputs[name].mailLabel}: ${email[name]}\n`).join('')}\
Time: ${new Date(email.receivedAt).toUTCString()}
Number: ${email.messageId}

${email.message}
`

/** One line for the terminal that says where emails go. It contains neither user name nor password. */
export function describeEmailTransport(transport: ServerConfig['emailTransport']): string {
  if ('smtp' in transport) return `Emails are sent to ${new URL(transport.smtp).host}`
  return `Emails are written to ${transport.folder} (SMTP_URL is not set)`
}
