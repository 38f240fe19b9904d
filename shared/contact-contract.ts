import * as z from 'zod/mini'

/** The contract of the contact API: schemas, headers and limits that the site and the server share. */

/** Maximum number of characters of a message (requirements §5, §9). */
export const MAX_MESSAGE_LENGTH = 5000

/**
 * Counts code points: an emoji is one character, not two. Grapheme clusters depend on the Unicode version, so that
 * browser, server and the database's `char_length` would count differently.
 */
export const countCharacters = (text: string): number => [...text].length

/** Requires a character that is visible. Like the other checks, it ends the validation of the field. */
const required = (message: string, clean: (text: string) => string) =>
  z.string(message).check(
    z.overwrite(clean),
    z.refine((text) => VISIBLE.test(text), { error: message, abort: true }),
  )

const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u

const atMost = (limit: number, error: string) =>
  z.refine<string>((text) => countCharacters(text) <= limit, { error, abort: true })

/** What programs paste as the end of a line, among them Word and old Macs. */
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g

/**
 * Dropped from a message: control characters and lone surrogates, which not every database, email and terminal can handle,
 * and the two characters that override the direction of text, so that it reads as it is written. Other invisible characters
 * stay, because Arabic and Hebrew text needs those that set its direction.
 */
const DROPPED_FROM_MESSAGE = /[^\P{Cc}\t\n]|[\p{Cs}\u202d\u202e]/gu

/** Returns a message as it is sent: with line breaks of one kind, and without what only pasted text contains. */
export const cleanMessage = (text: string): string =>
  text.replace(LINE_BREAK, '\n').replace(DROPPED_FROM_MESSAGE, '').trim()

/**
 * Dropped from a line, also: all invisible characters. A name appears in lines of emails, tables and CSV files, where they
 * could reorder or hide text. Joiners (U+200C, U+200D) and variation selectors stay, because Persian, Sinhala and Japanese
 * names and emoji need them.
 */
const DROPPED_FROM_LINE =
  /[\p{Cc}\p{Cs}\ufff9-\ufffb]|(?!\u200c|\u200d|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}/gu

/** Returns a name or an address as it is sent: in one line. */
const cleanLine = (text: string): string =>
  text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    .replace(DROPPED_FROM_LINE, '')
    .trim()

/**
 * Returns an email address as it is sent: with the domain in ASCII, as mail servers write it and some browsers send it. So
 * all messages of a person have the same address.
 */
export const cleanEmail = (text: string): string =>
  cleanLine(text).replace(/(?<=@)[\p{L}\p{N}\p{M}.-]+$/u, (domain) =>
    /^[ -~]+$/.test(domain) ? domain : toAscii(domain),
  )

/** Encodes an international domain as DNS does; empty if that is not possible. */
function toAscii(domain: string): string {
  try {
    return new URL(`https://${domain}`).hostname
  } catch {
    return ''
  }
}

/** The addresses of `<input type="email">` in the HTML standard that have a top-level domain. */
const EMAIL_ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i

/**
 * Fields of the contact form (requirements §3) in its order, with the exact messages of requirements §5. Form, draft,
 * database, email and `npm run messages` have these fields: docs/architecture.md describes how to add one.
 */
export const contactMessageSchema = z.object({
  name: required('Name is required.', cleanLine).check(atMost(75, 'Name must be 75 characters or fewer.')),
  email: required('Email is required.', cleanEmail).check(
    atMost(254, 'Enter a valid email address.'), // RFC 5321
    z.regex(EMAIL_ADDRESS, 'Enter a valid email address.'),
  ),
  message: required('Message is required.', cleanMessage).check(
    atMost(MAX_MESSAGE_LENGTH, 'Message must be 5000 characters or fewer.'),
  ),
})

/** A valid contact message, as it is sent and stored. */
export type ContactMessage = z.output<typeof contactMessageSchema>

/** Names of all fields. */
export const CONTACT_FIELDS = z.keyof(contactMessageSchema).options

/** Names of the fields of one line: all but the text of the message. */
export const CONTACT_LINES = CONTACT_FIELDS.filter((name) => name !== 'message')

/** How a field of one line is shown. */
interface ContactInput {
  /** Texts of the CMS: fields of the contact page. */
  readonly label: `${string}Label`
  readonly placeholder: `${string}Placeholder`
  /** Label in the email to the office. */
  readonly mailLabel: string
  readonly attributes?: { type: 'text' | 'email' | 'tel'; autoComplete: string; autoCapitalize?: 'words' }
}

export const contactInputs = {
  name: {
    label: 'nameLabel',
    placeholder: 'namePlaceholder',
    mailLabel: 'Name',
    attributes: { type: 'text', autoComplete: 'name', autoCapitalize: 'words' },
  },
  email: {
    label: 'emailLabel',
    placeholder: 'emailPlaceholder',
    mailLabel: 'E-mail',
    attributes: { type: 'email', autoComplete: 'email' },
  },
} satisfies Record<(typeof CONTACT_LINES)[number], ContactInput>

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
