import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { LOCAL_TOKENS } from '#local/constants.ts'
import { createLink } from '#local/shared/links.ts'
import { createManagementClient, MASTER, publishContentType, sendRequest } from './test-contentful.ts'

// A process of its own: the test could not end a request that blocks its own process.
const child = fork(new URL('local-contentful-child.ts', import.meta.url))
afterAll(async () => {
  child.kill('SIGKILL')
  await once(child, 'exit')
})
const [message] = await once(child, 'message')
const url = String(message)
const local = { url, client: createManagementClient(url) }

/** The processor time of the server so far. It depends little on what else the machine does. */
async function readProcessorMs(): Promise<number> {
  child.send('read')
  const [milliseconds] = await once(child, 'message')
  return Number(milliseconds)
}

/** Far above what a request needs, and far below what each of these took without limits. */
const MAX_PROCESSOR_MS = 4_000

type RequestOptions = Parameters<typeof sendRequest>[3]

/** Sends a request, and another one while it is answered, as another client does. */
async function send(method: string, path: string, options?: RequestOptions) {
  const before = await readProcessorMs()
  const [response, other] = await Promise.all([
    sendRequest(local, method, path, options),
    sendRequest(local, 'GET', '/spaces/local'),
  ])
  expect(other.status).toBe(200)
  expect((await readProcessorMs()) - before, 'processor time in ms').toBeLessThan(MAX_PROCESSOR_MS)
  return response
}

const toHeaders = (token: string) => ({ authorization: `Bearer ${token}` })

const query = (text: string, variables?: object, token = LOCAL_TOKENS.delivery) =>
  send('POST', '/content/v1/spaces/local', { headers: toHeaders(token), body: { query: text, variables } })

const repeat = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ')
const pattern = '^(a+)+$'
const SLOW_TEXT = `${'a'.repeat(40)}!`

const linkToNode = { linkType: 'Entry', validations: [{ linkContentType: ['node'] }] }
const fields = [
  { id: 'title', type: 'Symbol' },
  { id: 'next', type: 'Link', ...linkToNode },
  { id: 'prohibited', type: 'Symbol', validations: [{ prohibitRegexp: { pattern, flags: '' } }] },
  { id: 'slowList', type: 'Array', items: { type: 'Symbol', validations: [{ regexp: { pattern, flags: '' } }] } },
  { id: 'text', type: 'RichText', validations: [{ enabledMarks: [] }] },
  { id: 'data', type: 'Object' },
]
await publishContentType(local, { id: 'node', fields })

const save = (id: string, values: Readonly<Record<string, unknown>>) =>
  send('PUT', `${MASTER}/entries/${id}`, {
    headers: { 'x-contentful-content-type': 'node' },
    body: { fields: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { 'en-US': value }])) },
  })

async function publish(id: string, values: Readonly<Record<string, unknown>>) {
  expect(await save(id, values)).toMatchObject({ status: 201 })
  const headers = { 'x-contentful-version': '1' }
  return send('PUT', `${MASTER}/entries/${id}/published`, { headers })
}

/** A query whose fragments each spread the next one twice. */
const spreadTwice = (write: (next: string) => string, last: string, count = 25) =>
  `{ nodeCollection { items { ...F0 } } } ${repeat(count, (index) => {
    const next = `...F${index + 1}`
    return `fragment F${index} on Node { ${index + 1 < count ? write(next) : last} }`
  })}`

test('the cost of fragments that are spread twice is calculated at once', async () => {
  const response = await query(spreadTwice((next) => `next { ${next} } other: next { ${next} }`, 'title'))
  const message = `maximum allowed complexity for a query is 11000 but it was ${100 * (2 ** 25 - 1)}.`
  expect(response).toMatchObject({ status: 400, text: expect.stringContaining(message) })
  const free = await query(spreadTwice((next) => `${next} ... on Node { ${next} }`, 'title'))
  expect(free).toMatchObject({ status: 200, body: { data: { nodeCollection: { items: [] } } } })
})

const aliases = (count: number, field: string) => repeat(count, (index) => `a${index}: ${field}`)

test.each([
  ['aliases', `{ nodeCollection(limit: 1000) { items { ${aliases(500, 'title')} } } }`, 'up to 501001 values'],
  ['__typename', `{ nodeCollection(limit: 1000) { items { ${aliases(400, '__typename')} } } }`, 'values'],
  ['locales', `{ nodeCollection(limit: 1000) { items { ${aliases(99, 'title(locale: "x")')} } } }`, 'values'],
  ['sorted lists', `{ ${aliases(100, 'nodeCollection(limit: 1, order: title_ASC) { total }')} }`, 'values'],
  ['filtered lists', `{ ${aliases(100, 'nodeCollection(limit: 1, where: { title_not: "a" }) { total }')} }`, 'values'],
  ['alternatives', `{ nodeCollection(where: { OR: [${'{title:"a"}'.repeat(500)}] }) { total } }`, 'values'],
  [
    'fragments of fields',
    `{ node(id: "a") { ${aliases(250, 'next { ...F }')} } } fragment F on Node { ${aliases(200, 'title')} }`,
    'more than 20000 fields',
  ],
  ['fields of the schema', `{ ${aliases(100, '__schema { types { fields { name args { name } } } }')} }`, 'values'],
  ['levels', `{ nodeCollection(where: { title_in: ${'['.repeat(3_900)}${']'.repeat(3_900)} }) { total } }`, 'levels'],
])('§11.18 a query with many %s is too complex', async (_, text, reason) => {
  const response = await query(text)
  expect(response).toMatchObject({ status: 400, text: expect.stringContaining('TOO_COMPLEX_QUERY') })
  expect(response.text).toContain(reason)
})

test.each([
  ['empty filters', { where: { OR: Array(50_000).fill({}) } }, 400, 'TOO_COMPLEX_QUERY'],
  ['bytes', { where: { title_in: Array(50_000).fill('a title') } }, 413, 'QUERY_TOO_BIG'],
  ['words', { where: { title_contains: repeat(20_000, (index) => `w${index}`) } }, 200, 'at most 100 words'],
  ['values of a list', { where: { title_in: repeat(20_000, (index) => `w${index}`).split(' ') } }, 200, '"total":0'],
])('variables with many %s are answered at once', async (_, variables, status, text) => {
  const response = await query('query ($where: NodeFilter) { nodeCollection(where: $where) { total } }', variables)
  expect(response).toMatchObject({ status, text: expect.stringContaining(text) })
})

test('a response has at most 200 errors, and null for every other one', async () => {
  const targets = Array.from({ length: 1_000 }, (_, index) => createLink('Entry', `missing-${index}`))
  const data = { nodeType: 'embedded-entry-block', content: [] }
  const content = targets.map((target) => ({ ...data, data: { target } }))
  expect(await save('broken', { text: { nodeType: 'document', data: {}, content } })).toMatchObject({ status: 201 })
  const links = '{ links { entries { block { sys { id } } } } }'
  const response = await query(`{ node(id: "broken", preview: true) { text ${links} } }`, {}, LOCAL_TOKENS.preview)
  const { errors, data: result } = response.body
  expect(errors).toHaveLength(200)
  expect(result.node.text.links.entries.block).toEqual(Array(1_000).fill(null))
})

test.each([
  ['prohibited', 'prohibitRegexp', SLOW_TEXT],
  ['slowList', 'regexp', Array(1_000).fill(SLOW_TEXT)],
])('§11.18 a pattern that takes too long is a violation: %s', async (field, name, value) => {
  const { status, body } = await publish(`pattern-${field}`, { [field]: value })
  expect(status).toBe(422)
  expect(body.details.errors).toEqual([
    {
      name,
      path: ['fields', field, 'en-US', ...(Array.isArray(value) ? [0] : [])],
      value: SLOW_TEXT,
      details: expect.stringMatching(/^The pattern \/.*\/ takes too long for this value$/),
    },
  ])
})

test('validation errors are limited, each of which can contain the whole value', async () => {
  const content = Array(8_000).fill({ nodeType: 'text', value: 'x', marks: [{ type: 'bold' }], data: {} })
  const paragraph = { nodeType: 'paragraph', data: {}, content }
  const response = await publish('marks', { text: { nodeType: 'document', data: {}, content: [paragraph] } })
  expect(response.body.details.errors).toMatchObject([{ name: 'enabledMarks' }])
  const names = Array.from({ length: 20_000 }, (_, index) => [`f${index}`, {}])
  const unknown = await save('unknown', Object.fromEntries(names))
  expect(unknown.status).toBe(422)
  expect(unknown.text.length).toBeLessThan(600_000)
})

const big = Array(200_000).fill(1)

test.each([
  [
    'copies that double a value',
    repeat(40, (index) => `k${index}`)
      .split(' ')
      .map((key) => ({ op: 'copy', from: '/fields/data/en-US', path: `/fields/data/en-US/${key}` })),
    413,
  ],
  ['a comparison of large lists', [{ op: 'test', path: '/fields/data/en-US/big', value: big.with(0, 2) }], 422],
])('a patch with %s', async (name, body, status) => {
  const id = name.replaceAll(' ', '-')
  expect(await save(id, { data: { big } })).toMatchObject({ status: 201 })
  const headers = { 'content-type': 'application/json-patch+json', 'x-contentful-version': '1' }
  const response = await send('PATCH', `${MASTER}/entries/${id}`, { headers, body })
  expect(response.status).toBe(status)
})

const references = Array.from(
  { length: 6 },
  (_, index) => `${'fields.next.'.repeat(index + 1)}sys.contentType.sys.id=node`,
)

test.each([
  ['order', `order=${Array(1_000).fill('fields.title').join(',')}`, 200, '"items"'],
  ['words', `query=${repeat(101, (index) => `w${index}`)}`, 400, 'at most 100 words, not 101'],
  ['words that are allowed', `query=${repeat(100, (index) => `w${index}`)}`, 200, '"items"'],
  ['references', references.join('&'), 400, 'more than 5 references'],
  ['references that are allowed', references.slice(0, 5).join('&'), 200, '"items"'],
])('a list with many %s', async (_, parameters, status, text) => {
  const options = { headers: toHeaders(LOCAL_TOKENS.delivery) }
  const response = await send('GET', `/cdn/spaces/local/entries?content_type=node&${parameters}`, options)
  expect(response).toMatchObject({ status, text: expect.stringContaining(text) })
})

test('a content type has at most 50 fields, and a field at most 50 validations', async () => {
  const many = Array.from({ length: 51 }, (_, index) => ({ id: `f${index}`, name: 'F', type: 'Symbol' }))
  const refused = await send('PUT', `${MASTER}/content_types/fields`, { body: { name: 'F', fields: many } })
  expect(refused.body.details).toMatchObject({ errors: [{ name: 'size', path: ['fields'] }] })
  const field = { id: 'a', name: 'A', type: 'Symbol', validations: Array(51).fill({ size: { max: 5 } }) }
  const response = await send('PUT', `${MASTER}/content_types/validations`, { body: { name: 'V', fields: [field] } })
  expect(response).toMatchObject({ status: 422, text: expect.stringContaining('validations') })
  const allowed = [{ ...field, id: 'f0', validations: field.validations.slice(1) }, ...many.slice(2)]
  const accepted = await send('PUT', `${MASTER}/content_types/allowed`, { body: { name: 'A', fields: allowed } })
  expect([accepted.status, accepted.body.fields]).toMatchObject([
    201,
    { length: 50, 0: { validations: { length: 50 } } },
  ])
})
