import * as z from 'zod/mini'

/** The contract of the contact API: schemas, headers and limits that the site and the server share. */

/** Maximum number of characters per field (requirements §5, §9). 254 is the limit for email addresses (RFC 5321). */
export const MAX_FIELD_LENGTHS = { name: 75, email: 254, message: 5000 } as const

/**
 * Counts code points: an emoji is one character, not two. Grapheme clusters depend on the Unicode version, so that
 * browser, server and the database's `char_length` would count differently.
 */
export const countCharacters = (text: string): number => [...text].length

/** Trims the text and requires at least one character. Like the other checks, it ends the validation of the field. */
const required = (message: string) => z.string(message).check(z.trim(), z.minLength(1, { error: message, abort: true }))

const atMost = (limit: number, error: string) =>
  z.refine<string>((text) => countCharacters(text) <= limit, { error, abort: true })

/** Rejects lone surrogates and these characters, so that every database, email and terminal can handle the text. */
const without = (characters: RegExp, error: string) =>
  z.refine<string>((text) => text.isWellFormed() && !characters.test(text), { error, abort: true })

/**
 * Not allowed in a name, which appears in one line of emails, tables and CSV files: control characters, line separators, and
 * invisible characters that reorder or hide text. Joiners (U+200C, U+200D) and variation selectors are allowed, because
 * Persian, Sinhala and Japanese names and emoji need them.
 */
const HIDDEN_IN_NAME =
  /[\p{Cc}\p{Zl}\p{Zp}\ufff9-\ufffb]|(?!\u200c|\u200d|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}/u

/**
 * Not allowed in a message: control characters except tab and line breaks. Invisible characters are allowed, because Arabic
 * and Hebrew text needs those that set its direction, and pasted telephone numbers often contain others.
 */
const CONTROL_CHARACTERS = /[^\P{Cc}\t\r\n]/u

/** Fields of the contact form (requirements §3), with the exact messages of requirements §5. */
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
    without(CONTROL_CHARACTERS, 'Message contains a character that cannot be sent.'),
  ),
})

/** A valid contact message, trimmed. */
export type ContactMessage = z.output<typeof contactMessageSchema>

/** Maximum size of a request body: a message of 5,000 characters of four bytes, and the other fields. */
export const MAX_BODY_BYTES = 32 * 1024

/** Body of `POST /contact` (requirements §7): the message, and fields that detect bots. Unknown fields are rejected. */
export const contactRequestSchema = z.strictObject({
  ...contactMessageSchema.shape,
  /** Honeypot: people do not see this field, so only bots fill it in. */
  website: z.optional(z.string()),
  /** ms from the first character to submitting the form. */
  elapsed: z.optional(z.number()),
})

export type ContactRequest = z.output<typeof contactRequestSchema>

/** Body of `POST /auth/guest` (requirements §3): the captcha token. Those of the provider have about 2,000 characters. */
export const guestLoginSchema = z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(8192)) })

export type GuestLogin = z.output<typeof guestLoginSchema>

/** Response to a guest login: the public id of the session, and its end as an ISO 8601 date. */
export const guestSessionSchema = z.object({ sessionId: z.string(), expiresOn: z.string() })

export type GuestSession = z.output<typeof guestSessionSchema>

/** Response to a stored contact message: its id. */
export const contactResponseSchema = z.object({ messageId: z.string() })

export type ContactResponse = z.output<typeof contactResponseSchema>

/** Body of every response with status 400 or above. `fields` contains a message for the visitor per invalid field. */
export const errorResponseSchema = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
})

export type ErrorResponse = z.output<typeof errorResponseSchema>

/** Request headers (requirements §7). `idempotency`: a UUID per form, so that repeated requests store one message. */
export const apiHeaders = {
  client: 'ClientId',
  environment: 'EnvironmentId',
  devOption: 'DevOption',
  antiForgery: 'X-XSRF-TOKEN',
  idempotency: 'Idempotency-Key',
} as const

/** Values of the environment header (requirements §7). */
export const environmentIds = ['dev', 'qa', 'production'] as const
