import { expect, test } from 'vitest'
import type { Tables } from '#server/database/schema.ts'
import type { ReceivedEmail } from '#tests/setup/server/mail-server.ts'
import { type Outcome, verdict } from './outcome-checks.ts'
import type { Acknowledged } from './simulated-visitors.ts'

const text = { name: 'Ada', email: 'ada@engine.example', message: 'By May.' }
const told: Acknowledged = { key: 'key', message: text, ids: ['id', 'id'] }
const message: Tables['message'] = {
  id: 'id',
  idempotency_key: 'key',
  ...text,
  folder: 'inbox',
  spam_reason: null,
  received_at: 0,
}
const queued: Tables['outbox'] = {
  message_id: 'id',
  state: 'sent',
  attempts: 0,
  queued_at: 0,
  next_attempt_at: 0,
  leased_until: null,
  leased_by: null,
  sent_at: 1,
  last_error: null,
}
const mail: ReceivedEmail = {
  messageId: '<id@blackland.example>',
  from: '',
  to: '',
  subject: '',
  headers: {},
  text: 'Name: Ada\n\nBy May.\n',
  clientHostname: 'process-1',
}
const copy: ReceivedEmail = { ...mail, clientHostname: 'process-2' }

const brokenRules = (changes: Partial<Outcome>) =>
  verdict({ kills: 1, acknowledged: [told], messages: [message], outbox: [queued], mails: [mail], ...changes })
    .filter(({ broken }) => broken.length > 0)
    .map(({ rule }) => rule)

test('a good run, also with a copy of a mail whose process was killed', () => {
  expect(brokenRules({})).toEqual([])
  expect(brokenRules({ mails: [mail, copy] })).toEqual([])
})

const STORED = 'an acknowledged message is stored once, as it was sent'
const UNTOLD = 'nothing is stored that nobody was told of'
const NUMBER = 'a repeated message keeps its number'
const MAILED = 'an acknowledged message is mailed, with its text'
const UNKNOWN = 'no mail is of an unknown message'
const IN_FLIGHT = 'a mail has a copy only where a process was killed that was sending it'
const KILLS = 'no mail has more copies than kills and one'
const SAME = 'copies are the same mail'
const SENT = 'every mail is sent, and none is dead'

test.each<[string, Partial<Outcome>, string[]]>([
  ['a message that is gone', { messages: [] }, [STORED]],
  ['another text', { messages: [{ ...message, message: 'By June.' }] }, [STORED]],
  ['the text of another key', { messages: [{ ...message, idempotency_key: 'other' }] }, [STORED]],
  ['a second message for one', { messages: [message, { ...message, id: 'second' }] }, [UNTOLD]],
  ['two numbers for one', { acknowledged: [{ ...told, ids: ['id', 'second'] }] }, [NUMBER]],
  ['no mail', { mails: [] }, [MAILED]],
  ['a mail with half of the text', { mails: [{ ...mail, text: 'Name: Ada\n\nBy\n' }] }, [MAILED]],
  ['a mail of nobody', { mails: [mail, { ...mail, messageId: '<other@blackland.example>' }] }, [UNKNOWN]],
  ['two mails of one process', { mails: [mail, mail] }, [IN_FLIGHT]],
  ['three mails and one kill', { mails: [mail, copy, { ...mail, clientHostname: 'process-3' }] }, [KILLS]],
  ['a copy that differs', { mails: [mail, { ...copy, headers: { date: 'today' } }] }, [SAME]],
  ['a dead mail', { outbox: [{ ...queued, state: 'dead' }] }, [SENT]],
  ['a mail that still waits', { outbox: [{ ...queued, state: 'waiting' }] }, [SENT]],
])('%s', (_, changes, rules) => expect(brokenRules(changes)).toEqual(rules))
