import type { BackendConfig } from '#server/config.ts'

/** Where mails go, in a line for people, without what is secret in an address. */
export function describeEmailTransport(transport: BackendConfig['emailTransport']): string {
  if ('smtp' in transport) return `Mails go to ${new URL(transport.smtp).host}`
  return `Mails are written to ${transport.folder} (SMTP_URL is not set)`
}
