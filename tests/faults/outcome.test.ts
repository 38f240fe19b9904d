import { expect, test } from 'vitest'
import type { Tables } from '#server/database/schema.ts'
import type { ReceivedEmail } from '#tests/setup/mail-server.ts'
import { createMessage, createMessageRow } from '#tests/setup/messages.ts'
import { findViolations, type Outcome } from './outcome.ts'

const acknowledged = { key: 'key', message: createMessage({ message: 'By May.' }), ids: ['id', 'id'] }
const message = createMessageRow({ id: 'id', idempotency_key: 'key', message: 'By May.' })
const queued: Tables['outbox'] = {
  ...{ message_id: 'id', state: 'sent', attempts: 0, queued_at: 0, next_attempt_at: 0 },
  ...{ leased_until: null, leased_by: null, sent_at: 1, last_error: null },
}
const mail: ReceivedEmail = {
  ...{ messageId: '<id@blackland.example>', from: '', to: '', subject: '', headers: {} },
  ...{ text: 'Name: Ada\n\nBy May.\n', clientHostname: 'server-1' },
}
const copy: ReceivedEmail = { ...mail, clientHostname: 'server-2' }

const find = (changes: Partial<Outcome>) =>
  findViolations({
    ...{ kills: 1, acknowledged: [acknowledged], abandoned: [], messages: [message], outbox: [queued], mails: [mail] },
    ...changes,
  })

test('a message that is stored and mailed is no violation, nor is a copy of a mail whose server was killed', () => {
  expect(find({})).toEqual([])
  expect(find({ mails: [mail, copy] })).toEqual([])
})

test.each<[violation: string, changes: Partial<Outcome>]>([
  ['not acknowledged: key (503)', { abandoned: ['key (503)'] }],
  ['acknowledged, but not stored once and unchanged: id', { messages: [] }],
  ['acknowledged, but not stored once and unchanged: id', { messages: [{ ...message, message: 'By June.' }] }],
  ['acknowledged, but not stored once and unchanged: id', { messages: [{ ...message, idempotency_key: 'other' }] }],
  ['stored, but not acknowledged: other', { messages: [message, { ...message, id: 'other' }] }],
  ['another id after a retry: id,other', { acknowledged: [{ ...acknowledged, ids: ['id', 'other'] }] }],
  ['not mailed with its text: id', { mails: [] }],
  ['not mailed with its text: id', { mails: [{ ...mail, text: 'Name: Ada\n\nBy\n' }] }],
  ['mailed, but not acknowledged: other', { mails: [mail, { ...mail, messageId: '<other@blackland.example>' }] }],
  ['mailed twice by one server: id', { mails: [mail, mail] }],
  ['mailed more often than servers were killed: id', { mails: [mail, copy, { ...mail, clientHostname: 'server-3' }] }],
  ['mailed with different contents: id', { mails: [mail, { ...copy, headers: { date: 'today' } }] }],
  ['not recorded as sent: id', { outbox: [{ ...queued, state: 'waiting' }] }],
])('finds: %s', (violation, changes) => expect(find(changes)).toEqual([violation]))
