/** An email that the test mail server has received. */
export interface ReceivedEmail {
  readonly messageId: string
  readonly from: string
  readonly to: string
  readonly subject: string
  /** By lower-case name, unfolded but not decoded. */
  readonly headers: Readonly<Record<string, string>>
  /** Decoded, with `\n` as line endings. */
  readonly text: string
  /** The EHLO name of the sending process: `?name=` of its SMTP_URL. */
  readonly clientHostname: string
}

/** Parses an email with one text part in UTF-8. */
export function parseReceivedEmail(content: Uint8Array, clientHostname: string): ReceivedEmail {
  const raw = Buffer.from(content).toString('latin1')
  const end = raw.indexOf('\r\n\r\n')
  const headers = parseHeaders(raw.slice(0, end))
  const body = decodeBody(raw.slice(end + 4), headers['content-transfer-encoding'])
  return {
    messageId: headers['message-id'] ?? '',
    from: headers.from ?? '',
    to: headers.to ?? '',
    subject: headers.subject ?? '',
    headers,
    text: body.toString('utf8').replaceAll('\r\n', '\n'),
    clientHostname,
  }
}

function parseHeaders(head: string): Record<string, string> {
  const lines = head.replaceAll(/\r\n(?=[ \t])/g, '').split('\r\n')
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
}

function decodeBody(body: string, encoding = '7bit'): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1')
  const unwrapped = body.replaceAll(/=\r\n/g, '')
  return Buffer.from(
    unwrapped.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}
