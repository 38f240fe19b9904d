import * as z from 'zod/mini'

/** What the site and the server agree on: the only file of server/ that the site may import. */

/** The most characters of each field (spec §5, §9); 254 is what an e-mail's path may have (RFC 5321). */
export const MAX_FIELD_LENGTHS = { name: 75, email: 254, message: 5000 } as const

/**
 * Characters as a person counts them, by code points: an emoji is one, not two. Not by grapheme clusters, whose borders
 * depend on the Unicode version: browser, server and a database's `char_length` would come to different numbers.
 */
export const countCharacters = (text: string): number => [...text].length

/** Trimmed, so that nothing but white space is nothing. The first problem of a field ends its check: one message at a time. */
const required = (message: string) => z.string(message).check(z.trim(), z.minLength(1, { error: message, abort: true }))

const atMost = (limit: number, error: string) =>
  z.refine<string>((text) => countCharacters(text) <= limit, { error, abort: true })

/** Text that every database, mail and terminal takes as it is: no half of a surrogate pair, and none of these characters. */
const without = (characters: RegExp, error: string) =>
  z.refine<string>((text) => text.isWellFormed() && !characters.test(text), { error, abort: true })

/**
 * Not in a name, which stands in one line of a mail, a list and a CSV file: control characters, line separators, and
 * characters that are invisible and reorder or hide text, as U+202E, zero-width spaces and tags. Joiners (U+200C, U+200D)
 * and variation selectors are invisible too, but Persian, Sinhala and Japanese names and emoji need them.
 */
const HIDDEN_IN_NAME =
  /[\p{Cc}\p{Zl}\p{Zp}\ufff9-\ufffb]|(?!\u200c|\u200d|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}/u

/**
 * A message may have every invisible character, also those that set the direction (U+200E, U+202A to U+202E, U+2066 to
 * U+2069): text in Arabic or Hebrew needs the marks, and telephone numbers that are pasted from address books often have the
 * others around them. They reorder only the visitor's own lines: their effect ends with the line. `npm run messages` shows
 * them as \u{202e}.
 */
const CONTROL_BUT_LAYOUT = /[^\P{Cc}\t\r\n]/u

/** What the contact form sends (spec §3), and when it may (spec §5, messages word for word). */
export const contactMessageSchema = z.object({
  name: required('Name is required.').check(
    atMost(MAX_FIELD_LENGTHS.name, 'Name must be 75 characters or fewer.'),
    without(HIDDEN_IN_NAME, 'Name contains a character that cannot be sent.'),
  ),
  email: required('Email is required.').check(
    atMost(MAX_FIELD_LENGTHS.email, 'Enter a valid email address.'),
    z.email('Enter a valid email address.'),
  ),
  message: required('Message is required.').check(
    atMost(MAX_FIELD_LENGTHS.message, 'Message must be 5000 characters or fewer.'),
    without(CONTROL_BUT_LAYOUT, 'Message contains a character that cannot be sent.'),
  ),
})

/** A message that has passed the check. */
export type ContactMessage = z.output<typeof contactMessageSchema>

/** bytes of a request; 5,000 characters of four bytes each, and room for the rest. */
export const MAX_BODY_BYTES = 32 * 1024

/** Body of `POST /contact` (spec §7): the message, and what tells a person from a program. Other fields are refused. */
export const contactRequestSchema = z.strictObject({
  ...contactMessageSchema.shape,
  /** The honeypot: a field that people do not see, so that only programs fill it. */
  website: z.optional(z.string()),
  /** ms from the first character to the sending. */
  elapsed: z.optional(z.number()),
})

export type ContactRequest = z.output<typeof contactRequestSchema>

/** Body of `POST /auth/guest` (spec §3): the captcha's token. The provider's are some 2,000 characters long. */
export const guestLoginSchema = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(8192)) })

/** Its answer: a public handle of the session, whose secret stays in a cookie that no script reads; an ISO 8601 date. */
export const guestSessionSchema = z.object({ sessionId: z.string(), expiresOn: z.string() })

export type GuestSession = z.output<typeof guestSessionSchema>

/** The answer to a message that is stored: its id. */
export const contactResponseSchema = z.object({ messageId: z.string() })

export type ContactResponse = z.output<typeof contactResponseSchema>

/** Body of every answer from 400 on; `fields` says what is wrong with which field, in words for the visitor. */
export const errorResponseSchema = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
})

export type ErrorResponse = z.output<typeof errorResponseSchema>

/** Header rules of spec §7, and the key that makes a repeated sending one message (a UUID for each filled form). */
export const apiHeaders = {
  client: 'ClientId',
  environment: 'EnvironmentId',
  devOption: 'DevOption',
  antiForgery: 'X-XSRF-TOKEN',
  idempotency: 'Idempotency-Key',
} as const

/** Client id (spec §3, §9). */
export const clientId = 3

/** Values of the environment header (spec §7 names a dev and a QA environment). */
export const environmentIds = ['dev', 'qa', 'production'] as const

/** A script may read this cookie, and sends it back in the header `antiForgery`. */
export const antiForgeryCookie = 'XSRF-TOKEN'

/** The action that the captcha's token is made for (spec §4, §9). */
export const captchaAction = 'guest'
