import { expect, test } from 'vitest'
import type { Tables } from '#server/database/schema.ts'
import type { ReceivedEmail } from '#tests/setup/server/mail-server.ts'
import { checkOutcome, type Outcome } from './outcome-checks.ts'
import type { AcknowledgedMessage } from './simulated-visitors.ts'

const text = { name: 'Ada', email: 'ada@engine.example', message: 'By May.' }
const acknowledged: AcknowledgedMessage = { key: 'key', message: text, ids: ['id', 'id'] }
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

const findViolatedRules = (changes: Partial<Outcome>) =>
  checkOutcome({
    kills: 1,
    acknowledged: [acknowledged],
    messages: [message],
    outbox: [queued],
    mails: [mail],
    ...changes,
  })
    .filter(({ violations }) => violations.length > 0)
    .map(({ rule }) => rule)

test('reports no violations, also with a copy of a mail whose process was killed', () => {
  expect(findViolatedRules({})).toEqual([])
  expect(findViolatedRules({ mails: [mail, copy] })).toEqual([])
})

const STORED = 'each acknowledged message is stored once and unchanged'
const UNACKNOWLEDGED = 'each stored message is acknowledged'
const SAME_ID = 'a retried message keeps its id'
const MAILED = 'each acknowledged message is mailed with its text'
const UNKNOWN = 'each mail belongs to an acknowledged message'
const IN_FLIGHT = 'each copy of a mail is sent by another process'
const KILLS = 'a mail has at most one copy per kill'
const SAME = 'all copies of a mail are equal'
const SENT = 'all mails are sent'

test.each<[string, Partial<Outcome>, string[]]>([
  ['a lost message', { messages: [] }, [STORED]],
  ['a changed text', { messages: [{ ...message, message: 'By June.' }] }, [STORED]],
  ['a changed idempotency key', { messages: [{ ...message, idempotency_key: 'other' }] }, [STORED]],
  ['a message stored twice', { messages: [message, { ...message, id: 'second' }] }, [UNACKNOWLEDGED]],
  ['two ids for one message', { acknowledged: [{ ...acknowledged, ids: ['id', 'second'] }] }, [SAME_ID]],
  ['a missing mail', { mails: [] }, [MAILED]],
  ['a mail with a truncated text', { mails: [{ ...mail, text: 'Name: Ada\n\nBy\n' }] }, [MAILED]],
  ['a mail of an unknown message', { mails: [mail, { ...mail, messageId: '<other@blackland.example>' }] }, [UNKNOWN]],
  ['two mails from one process', { mails: [mail, mail] }, [IN_FLIGHT]],
  ['three mails and one kill', { mails: [mail, copy, { ...mail, clientHostname: 'process-3' }] }, [KILLS]],
  ['a copy that differs', { mails: [mail, { ...copy, headers: { date: 'today' } }] }, [SAME]],
  ['a dead mail', { outbox: [{ ...queued, state: 'dead' }] }, [SENT]],
  ['a waiting mail', { outbox: [{ ...queued, state: 'waiting' }] }, [SENT]],
])('reports %s', (_, changes, rules) => expect(findViolatedRules(changes)).toEqual(rules))
