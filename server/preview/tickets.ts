import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** ms; a working day */
export const TICKET_LIFE = 8 * 3_600_000

export interface Tickets {
  readonly issue: () => string
  readonly isValid: (ticket: string) => boolean
}

/** What an editor's cookie holds: its end, and a signature of it. The key comes from the secret: a new one ends all previews. */
export function previewTickets(secret: string): Tickets {
  const key = createHmac('sha256', secret).update('preview cookie').digest()
  const signed = (end: string) => `${end}.${createHmac('sha256', key).update(end).digest('base64url')}`
  return {
    issue: () => signed(String(Date.now() + TICKET_LIFE)),
    isValid: (ticket) => {
      const [end = ''] = ticket.split('.')
      return isSame(ticket, signed(end)) && Number(end) > Date.now()
    },
  }
}

const blind = randomBytes(32)

/** In a time that tells nothing of either, their lengths included. */
export function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHmac('sha256', blind).update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
