import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestContentful, type TestContentful } from './test-contentful.ts'

let local: TestContentful

beforeAll(async () => {
  local = await startTestContentful(undefined, {
    limits: { contentTypes: 1_000 },
  })
})

afterAll(() => local[Symbol.asyncDispose]())

/** A field, with a number that stays the same whatever its id is. */
interface ModelField {
  readonly id: string
  readonly key: number
  readonly omitted: boolean
  readonly newId?: string
}

const step = fc.record({
  action: fc.constantFrom('add', 'rename', 'omit', 'delete', 'publish', 'write'),
  /** The index of the field to change. */
  index: fc.nat(5),
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
})

/** A content type with one entry, and what is expected of them. */
class ModelType {
  readonly contentTypeId: string
  private fieldCount = 1
  private draft: readonly ModelField[] = [{ id: 'a', key: 0, omitted: false }]
  private published: readonly ModelField[] = []
  /** By key of the field. */
  private values: ReadonlyMap<number, string> = new Map()

  constructor(contentTypeId: string) {
    this.contentTypeId = contentTypeId
  }

  private toFields = (fields: readonly ModelField[]) =>
    fields.map(({ key: _, ...field }) => ({
      ...field,
      name: field.id,
      type: 'Symbol' as const,
      required: false,
      localized: false,
    }))

  private get params() {
    return { contentTypeId: this.contentTypeId, entryId: this.contentTypeId }
  }

  async create(): Promise<void> {
    await local.client.contentType.createWithId(this.params, { name: 'Random', fields: this.toFields(this.draft) })
    await this.publish()
    await local.client.entry.createWithId(this.params, { fields: {} })
  }

  private async save(fields: readonly ModelField[]): Promise<void> {
    const type = await local.client.contentType.get(this.params)
    await local.client.contentType.update(this.params, { ...type, fields: this.toFields(fields) })
    this.draft = fields.map(({ newId, ...field }) => ({ ...field, id: newId ?? field.id }))
  }

  async publish(): Promise<void> {
    await local.client.contentType.publish(this.params, await local.client.contentType.get(this.params))
    this.published = this.draft
    this.values = new Map([...this.values].filter(([key]) => this.published.some((field) => field.key === key)))
  }

  private getExpectedFields = () =>
    Object.fromEntries(
      this.published
        .filter(({ key }) => this.values.has(key))
        .map(({ id, key }) => [id, { 'en-US': this.values.get(key) }]),
    )

  private async write(isPublished: boolean): Promise<void> {
    this.values = new Map(this.published.map(({ key }) => [key, `value ${key}`]))
    const entry = await local.client.entry.get(this.params)
    const saved = await local.client.entry.update(this.params, { ...entry, fields: this.getExpectedFields() })
    if (isPublished) await local.client.entry.publish(this.params, saved)
  }

  async run({ action, index, id }: { action: string; index: number; id: string }): Promise<void> {
    if (action === 'publish') return this.publish()
    if (action === 'write') return this.write(index % 2 === 0)
    const isIdUsed = this.draft.some((field) => field.id === id)
    if (action === 'add' && !isIdUsed) {
      // A published field that was removed from the draft and is added again keeps its values.
      const removed = this.published.find(
        (field) => field.id === id && !this.draft.some(({ key }) => key === field.key),
      )
      const key = removed?.key ?? this.fieldCount++
      return this.save([...this.draft, { id, key, omitted: false }])
    }
    const field = this.draft[index]
    if (!field) return
    const replace = (change: Partial<ModelField>) =>
      this.save(this.draft.map((other) => (other === field ? { ...other, ...change } : other)))
    if (action === 'rename' && !isIdUsed) return replace({ newId: id })
    if (action === 'omit') return replace({ omitted: !field.omitted })
    if (action !== 'delete') return
    const published = this.published.find(({ key }) => key === field.key)
    const deletion = this.save(this.draft.filter((other) => other !== field))
    if (!published || published.omitted) return deletion
    await expect(deletion).rejects.toThrow('You need to omit a field before deleting it')
  }

  async check(): Promise<void> {
    const { fields } = await local.client.contentType.get(this.params)
    expect(fields.map(({ id }) => id)).toEqual(this.draft.map(({ id }) => id))
    expect((await local.client.entry.get(this.params)).fields).toEqual(this.getExpectedFields())
  }
}

test('after random changes of fields, each value is at the id of its field', async () => {
  let count = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 30 }), async (steps) => {
      count += 1
      const type = new ModelType(`random${count}`)
      await type.create()
      for (const next of steps) {
        await type.run(next)
        await type.check()
      }
      await type.publish()
      await type.check()
    }),
    { numRuns: 50 },
  )
})
