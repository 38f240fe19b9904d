import type { BackendConfig } from '#server/config.ts'

/** One line for the terminal that says where emails go. It contains neither user name nor password. */
export function describeEmailTransport(transport: BackendConfig['transport']): string {
  if ('smtp' in transport) return `Emails are sent to ${new URL(transport.smtp).host}`
  return `Emails are written to ${transport.folder} (SMTP_URL is not set)`
}
