import type { ContactMessage } from '#server/contract.ts'

/** A message as the address that opens it, written and addressed, in the visitor's own mail program (RFC 6068). */
export function mailLink(to: string, subject: string, { name, email, message }: ContactMessage): string {
  const body = `${message}\n\n${name}\n${email}\n`
  return `mailto:${encodeURIComponent(to).replace('%40', '@')}?subject=${encoded(`${subject}: ${name}`)}&body=${encoded(body)}`
}

/** A mail's lines end with CR and LF. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed().replace(/\r?\n/g, '\r\n'))
