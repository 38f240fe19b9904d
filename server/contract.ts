import * as z from 'zod/mini'

/** The most characters of each field (spec §5, §9); 254 is what an e-mail's path may have (RFC 5321). */
export const longest = { name: 75, email: 254, message: 5000 } as const

/**
 * Characters as a person counts them, by code points: an emoji is one, not two. Not by grapheme clusters, whose borders
 * depend on the Unicode version: browser, server and a database's `char_length` would come to different numbers.
 */
export const lengthOf = (text: string): number => [...text].length

/** Trimmed, so that nothing but white space is nothing. The first problem of a field ends its check: one message at a time. */
const required = (message: string) => z.string(message).check(z.trim(), z.minLength(1, { error: message, abort: true }))

const atMost = (limit: number, error: string) =>
  z.refine<string>((text) => lengthOf(text) <= limit, { error, abort: true })

/** What the contact form sends (spec §3), and when it may (spec §5, messages word for word). */
export const contactMessage = z.object({
  name: required('Name is required.').check(atMost(longest.name, 'Name must be 75 characters or fewer.')),
  email: required('Email is required.').check(
    atMost(longest.email, 'Enter a valid email address.'),
    z.email('Enter a valid email address.'),
  ),
  message: required('Message is required.').check(atMost(longest.message, 'Message must be 5000 characters or fewer.')),
})

/** A message that has passed the check. */
export type ContactMessage = z.output<typeof contactMessage>
