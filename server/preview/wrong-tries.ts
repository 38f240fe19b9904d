/** Of one address within a window: more than anybody mistypes, and nothing to somebody who guesses 16 characters. */
const MOST = 20
/** ms */
const WINDOW = 60_000
/** Addresses that are kept in mind. */
const MOST_ADDRESSES = 10_000

interface WrongTries {
  readonly areTooMany: (address: string) => boolean
  readonly count: (address: string) => void
}

/** Who has guessed at the secret, and how often. */
export function wrongTries(): WrongTries {
  let counts = new Map<string, number>()
  let endsAt = 0
  const current = () => {
    if (Date.now() >= endsAt || counts.size >= MOST_ADDRESSES) {
      counts = new Map()
      endsAt = Date.now() + WINDOW
    }
    return counts
  }
  const of = (address: string) => current().get(address) ?? 0
  return {
    areTooMany: (address) => of(address) >= MOST,
    count: (address) => current().set(address, of(address) + 1),
  }
}
