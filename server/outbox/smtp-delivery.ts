import { createTransport } from 'nodemailer'
import type { BackendConfig } from '#server/config.ts'
import { isLoopbackHost } from '#server/loopback.ts'
import { composeEmail } from './compose-email.ts'
import type { EmailDelivery } from './email-delivery.ts'

export interface SmtpTimeouts {
  /** ms for name, connection, greeting and TLS together. */
  readonly connectMs: number
  /** ms without a word from the server. */
  readonly inactivityMs: number
  /** ms for everything: a worker's lease must be longer. */
  readonly attemptMs: number
}

const USUAL: SmtpTimeouts = { connectMs: 20_000, inactivityMs: 30_000, attemptMs: 90_000 }

/**
 * A connection for each mail: they are few, and none waits idle to be cut by the server. Certificates are verified.
 * A password is never sent in the clear, except to this machine; the address may say otherwise with ?requireTLS=false.
 */
export function createSmtpDelivery(
  address: string,
  mail: BackendConfig['email'],
  times: SmtpTimeouts = USUAL,
): EmailDelivery {
  const { password, hostname } = new URL(address)
  const transport = createTransport({
    url: address,
    requireTLS: password !== '' && !isLoopbackHost(hostname),
    connectionTimeout: times.connectMs,
    greetingTimeout: times.connectMs,
    socketTimeout: times.inactivityMs,
  })
  return {
    deliver: async (message, stopped) => {
      const signal = AbortSignal.any([stopped, AbortSignal.timeout(times.attemptMs)])
      await transport.sendMail({ ...composeEmail(message, mail), signal })
    },
    close: () => transport.close(),
  }
}
