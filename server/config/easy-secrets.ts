import { deflateRawSync } from 'node:zlib'

/** The rows and columns of a keyboard, the alphabet, and passwords of samples. */
const SEQUENCES =
  '1234567890 qwertyuiop asdfghjkl zxcvbnm 1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p abcdefghijklmnopqrstuvwxyz changeme password'
const DICTIONARY = Buffer.from([...SEQUENCES].reverse().join('') + SEQUENCES)

/**
 * Whether a secret is shorter after compression, which removes repetitions and known sequences. 16 random hexadecimal digits
 * have 18 bytes then, 8 random characters 10, and a repeated word or a row of the keyboard at most 12.
 */
export const isEasyToGuess = (secret: string, minBytes = 14): boolean =>
  deflateRawSync(secret.toLowerCase(), { dictionary: DICTIONARY, level: 9 }).length < minBytes

/** The same for the password in a URL, which a provider may have set. `false` without one. */
export const isEasyPassword = ({ username, password }: URL): boolean =>
  password !== '' && (password === username || isEasyToGuess(password, 8))
