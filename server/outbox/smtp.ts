import { createTransport } from 'nodemailer'
import type { BackendConfig } from '#server/config.ts'
import { isLoopbackHost } from '#server/loopback.ts'
import type { Delivery } from './delivery.ts'
import { composed } from './mail.ts'

export interface SmtpTimes {
  /** ms for name, connection, greeting and TLS together. */
  readonly connect: number
  /** ms without a word from the server. */
  readonly silence: number
  /** ms for everything: a worker's lease must be longer. */
  readonly attempt: number
}

const USUAL: SmtpTimes = { connect: 20_000, silence: 30_000, attempt: 90_000 }

/**
 * A connection for each mail: they are few, and none waits idle to be cut by the server. Certificates are verified.
 * A password is never sent in the clear, except to this machine; the address may say otherwise with ?requireTLS=false.
 */
export function smtpDelivery(address: string, mail: BackendConfig['mail'], times: SmtpTimes = USUAL): Delivery {
  const { password, hostname } = new URL(address)
  const transport = createTransport({
    url: address,
    requireTLS: password !== '' && !isLoopbackHost(hostname),
    connectionTimeout: times.connect,
    greetingTimeout: times.connect,
    socketTimeout: times.silence,
  })
  return {
    deliver: async (message, stopped) => {
      const signal = AbortSignal.any([stopped, AbortSignal.timeout(times.attempt)])
      await transport.sendMail({ ...composed(message, mail), signal })
    },
    close: () => transport.close(),
  }
}
