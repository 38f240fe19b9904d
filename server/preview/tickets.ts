import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** ms; a working day */
export const PREVIEW_SESSION_MS = 8 * 3_600_000

export interface PreviewTokens {
  readonly createToken: () => string
  readonly isValid: (ticket: string) => boolean
}

/** What an editor's cookie holds: its end, and a signature of it. The key comes from the secret: a new one ends all previews. */
export function createPreviewTokens(secret: string): PreviewTokens {
  const key = createHmac('sha256', secret).update('preview cookie').digest()
  const signed = (end: string) => `${end}.${createHmac('sha256', key).update(end).digest('base64url')}`
  return {
    createToken: () => signed(String(Date.now() + PREVIEW_SESSION_MS)),
    isValid: (ticket) => {
      const [end = ''] = ticket.split('.')
      return isSameSecret(ticket, signed(end)) && Number(end) > Date.now()
    },
  }
}

const blind = randomBytes(32)

/** In a time that tells nothing of either, their lengths included. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHmac('sha256', blind).update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
