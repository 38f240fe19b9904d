import type { SendMailOptions } from 'nodemailer'
import type { BackendConfig } from '#server/config.ts'

/** A visitor's message on its way to the office. Times in ms since 1970. */
export interface ContactEmail {
  readonly messageId: string
  readonly name: string
  readonly email: string
  readonly message: string
  readonly receivedAt: number
  readonly queuedAt: number
}

/**
 * The same at every attempt, so that a mailbox can tell a copy. No header holds a visitor's text: whoever answers takes
 * the address from the text. Quoted-printable keeps every character and line, and plain English readable in the file.
 */
export function composeEmail(mail: ContactEmail, { from, to }: BackendConfig['email']): SendMailOptions {
  return {
    from: { name: '', address: from },
    to: { name: '', address: to },
    subject: `Message from the website (${mail.messageId.slice(0, 8)})`,
    messageId: `<${mail.messageId}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    date: new Date(mail.queuedAt),
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    encoding: 'quoted-printable',
    newline: 'windows', // what a mail has, also in a file
    text: text(mail),
  }
}

const text = ({ messageId, name, email, message, receivedAt }: ContactEmail) => `\
Somebody wrote to you through the contact form of the website.

Name: ${name}
E-mail: ${email}
Time: ${new Date(receivedAt).toUTCString()}
Number: ${messageId}

${message}
`
