import { createHash } from 'node:crypto'
import { CONTENTFUL_ID } from '#shared/constants.ts'
import { MAX_SCHEDULED_IDS, type ScheduledChanges } from '#shared/scheduled-preview.ts'

/** The content as of a time: what is published now, with the changes of scheduled actions until then. */
export interface ScheduledView {
  readonly at: Date
  /** Whether the draft of an entry or asset is published by then. */
  readonly isPublished: (id: string) => boolean
  /** Whether an entry or asset is unpublished by then. */
  readonly isUnpublished: (id: string) => boolean
}

/** Parameters of the address that opens a preview. Empty for a missing one. */
interface ScheduleQuery {
  readonly at: string
  readonly publish: string
  readonly unpublish: string
}

/** Parses the parameters. Returns `undefined` without any, and a sentence for the editor when they are invalid. */
export function parseScheduledChanges({
  at,
  publish,
  unpublish,
}: ScheduleQuery): ScheduledChanges | string | undefined {
  if (!at && !publish && !unpublish) return undefined
  const date = new Date(ISO_DATE.test(at) ? at : Number.NaN)
  if (!(date.getTime() >= 0)) return 'The time of the preview is missing or is not a date: open the preview again.'
  const changes = { at: date, publish: splitIds(publish), unpublish: splitIds(unpublish) }
  const ids = [...changes.publish, ...changes.unpublish]
  if (ids.length > MAX_SCHEDULED_IDS)
    return `The preview can show at most ${MAX_SCHEDULED_IDS} scheduled entries and assets, and ${ids.length} are scheduled until then: choose an earlier time.`
  if (!ids.every((id) => CONTENTFUL_ID.test(id)))
    return 'An id of a scheduled entry or asset is not valid: open the preview again.'
  return changes
}

const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/

const splitIds = (text: string) => [...new Set(text.split(',').filter(Boolean))]

/**
 * Bytes of the hash that stands for an id, because 300 ids do not fit into a cookie. Two of 10,000 ids of a space share
 * a hash with a scheduled one with a probability of 1 in 100 million.
 */
const HASH_BYTES = 6

const hashId = (id: string) => createHash('sha256').update(id).digest().subarray(0, HASH_BYTES)

/** Bytes of the time in ms, and of the number of published ids. */
const TIME_BYTES = 6
const COUNT_BYTES = 2

/** Encodes the changes for the session token: time, number of published ids, hashes of all ids. */
export function encodeScheduledChanges({ at, publish, unpublish }: ScheduledChanges): string {
  const head = Buffer.alloc(TIME_BYTES + COUNT_BYTES)
  head.writeUIntBE(at.getTime(), 0, TIME_BYTES)
  head.writeUIntBE(publish.length, TIME_BYTES, COUNT_BYTES)
  return Buffer.concat([head, ...[...publish, ...unpublish].map(hashId)]).toString('base64url')
}

/** Decodes what `encodeScheduledChanges` has returned, from a token with a valid signature. */
export function decodeScheduledView(text: string): ScheduledView {
  const bytes = Buffer.from(text, 'base64url')
  const start = TIME_BYTES + COUNT_BYTES
  const middle = start + bytes.readUIntBE(TIME_BYTES, COUNT_BYTES) * HASH_BYTES
  const published = readHashes(bytes.subarray(start, middle))
  const unpublished = readHashes(bytes.subarray(middle))
  return {
    at: new Date(bytes.readUIntBE(0, TIME_BYTES)),
    isPublished: (id) => published.has(hashId(id).toString('hex')),
    isUnpublished: (id) => unpublished.has(hashId(id).toString('hex')),
  }
}

const readHashes = (bytes: Buffer): ReadonlySet<string> =>
  new Set(
    Array.from({ length: bytes.length / HASH_BYTES }, (_, index) =>
      bytes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES).toString('hex'),
    ),
  )
