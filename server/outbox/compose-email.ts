import type { SendMailOptions } from 'nodemailer'
import type { ServerConfig } from '#server/config.ts'

/** A contact message to send to the office as an email. Times in ms since 1970. */
export interface ContactEmail {
  readonly messageId: string
  readonly name: string
  readonly email: string
  readonly message: string
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
 * Composes the email to the office. It is identical at every attempt, so that a mailbox can detect a duplicate. No
 * header contains text of the visitor, so nothing can be injected: to reply, the office copies the address from the text.
 * Quoted-printable keeps every character and line, and leaves plain English readable in the file.
 */
export function composeEmail(contactEmail: ContactEmail, { from, to }: ServerConfig['email']): SendMailOptions {
  return {
    from: { name: '', address: from },
    to: { name: '', address: to },
    subject: `Message from the website (${contactEmail.messageId.slice(0, 8)})`,
    messageId: `<${contactEmail.messageId}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date: new Date(contactEmail.queuedAt),
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    encoding: 'quoted-printable',
    newline: 'windows', // SMTP sends CRLF; `.eml` files have the same line breaks
    text: formatText(contactEmail),
  }
}

const formatText = ({ messageId, name, email, message, receivedAt }: ContactEmail) => `\
Somebody wrote to you through the contact form of the website.

Name: ${name}
E-mail: ${email}
Time: ${new Date(receivedAt).toUTCString()}
Number: ${messageId}

${message}
`
