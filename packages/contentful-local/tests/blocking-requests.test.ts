import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from 'contentful-management'
import { afterAll, expect, test } from 'vitest'
import { LOCAL_TOKENS } from '#local/constants.ts'
import { createLink } from '#local/shared/links.ts'

// A process of its own: the test could not end a request that blocks its own process.
const folder = await mkdtemp(join(tmpdir(), 'contentful-'))
const bin = fileURLToPath(new URL('../bin.mjs', import.meta.url))
const child = spawn(process.execPath, [bin, '--port', '0', '--folder', folder], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const exit = once(child, 'exit')
afterAll(async () => {
  child.kill('SIGKILL')
  await exit
  await rm(folder, { recursive: true })
})
let output = ''
for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
  output += chunk
  if (output.includes('GraphQL API')) break
}
const url = String(/http:\/\/\S+/.exec(output)?.[0])
const ENVIRONMENT = '/spaces/local/environments/master'
const client = createClient(
  { accessToken: LOCAL_TOKENS.management, host: new URL(url).host, insecure: true },
  { type: 'plain', defaults: { spaceId: 'local', environmentId: 'master' } },
)

/** Far above what a request needs on a busy machine, and far below what each of these took without limits. */
const TIMEOUT_MS = 8_000

interface RequestOptions {
  readonly method?: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

async function send(path: string, { method = 'GET', token, headers, body }: RequestOptions = {}) {
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${token ?? LOCAL_TOKENS.management}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return { status: response.status, text: await response.text() }
}

/** Sends a request, and another one while it is answered, as another client does. */
async function sendBesideOthers(path: string, options: RequestOptions) {
  const [response, other] = await Promise.all([send(path, options), send('/spaces/local')])
  expect(other.status).toBe(200)
  return response
}

const query = (text: string, variables?: object) =>
  sendBesideOthers('/content/v1/spaces/local', {
    method: 'POST',
    token: LOCAL_TOKENS.delivery,
    body: { query: text, variables },
  })

const repeat = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ')
const pattern = '^(a+)+$'
const SLOW_TEXT = `${'a'.repeat(40)}!`

const linkToNode = { linkType: 'Entry', validations: [{ linkContentType: ['node'] }] }
const fields = [
  { id: 'title', type: 'Symbol' },
  { id: 'next', type: 'Link', ...linkToNode },
  { id: 'slow', type: 'Symbol', validations: [{ regexp: { pattern, flags: '' } }] },
  { id: 'slowAhead', type: 'Symbol', validations: [{ regexp: { pattern: '^(?=(a+)+$)', flags: '' } }] },
  { id: 'prohibited', type: 'Symbol', validations: [{ prohibitRegexp: { pattern, flags: '' } }] },
  { id: 'slowList', type: 'Array', items: { type: 'Symbol', validations: [{ regexp: { pattern, flags: '' } }] } },
  { id: 'text', type: 'RichText', validations: [{ enabledMarks: [] }] },
  { id: 'data', type: 'Object' },
].map((field) => ({ name: field.id, required: false, localized: false, ...field }))
const contentType = await client.contentType.createWithId({ contentTypeId: 'node' }, { name: 'Node', fields })
await client.contentType.publish({ contentTypeId: 'node' }, contentType)

const save = (id: string, values: Readonly<Record<string, unknown>>) =>
  sendBesideOthers(`${ENVIRONMENT}/entries/${id}`, {
    method: 'PUT',
    headers: { 'x-contentful-content-type': 'node' },
    body: { fields: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { 'en-US': value }])) },
  })

async function publish(id: string, values: Readonly<Record<string, unknown>>) {
  expect(await save(id, values)).toMatchObject({ status: 201 })
  const headers = { 'x-contentful-version': '1' }
  return sendBesideOthers(`${ENVIRONMENT}/entries/${id}/published`, { method: 'PUT', headers })
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
  expect(free).toEqual({ status: 200, text: JSON.stringify({ data: { nodeCollection: { items: [] } } }) })
})

const aliases = (count: number, field: string) => repeat(count, (index) => `a${index}: ${field}`)

test.each([
  [
    'aliases of a field',
    `{ nodeCollection(limit: 1000) { items { ${aliases(500, 'title')} } } }`,
    'up to 501001 values',
  ],
  ['aliases of __typename', `{ nodeCollection(limit: 1000) { items { ${aliases(400, '__typename')} } } }`, 'values'],
  [
    'values in another locale',
    `{ nodeCollection(limit: 1000) { items { ${aliases(99, 'title(locale: "x")')} } } }`,
    'values',
  ],
  ['filtered lists', `{ ${aliases(100, 'nodeCollection(limit: 1, where: { title_not: "a" }) { total }')} }`, 'values'],
  ['sorted lists', `{ ${aliases(100, 'nodeCollection(limit: 1, order: title_ASC) { total }')} }`, 'values'],
  ['alternatives', `{ nodeCollection(where: { OR: [${'{title:"a"}'.repeat(500)}] }) { total } }`, 'values'],
  [
    'fragments of fields',
    `{ node(id: "a") { ${aliases(250, 'next { ...F }')} } } fragment F on Node { ${aliases(200, 'title')} }`,
    'more than 20000 fields',
  ],
  ['fields of the schema', `{ ${aliases(100, '__schema { types { fields { name args { name } } } }')} }`, 'values'],
  ['levels', `{ nodeCollection(where: { title_in: ${'['.repeat(3_900)}${']'.repeat(3_900)} }) { total } }`, 'levels'],
])('a query with many %s is too complex', async (_, text, reason) => {
  const response = await query(text)
  expect(response).toMatchObject({ status: 400, text: expect.stringContaining('TOO_COMPLEX_QUERY') })
  expect(response.text).toContain(reason)
})

test.each([
  ['alternatives', { where: { OR: Array(10_000).fill({ title: 'a' }) } }, 400, 'TOO_COMPLEX_QUERY'],
  ['empty filters', { where: { OR: Array(50_000).fill({}) } }, 400, 'TOO_COMPLEX_QUERY'],
  ['bytes', { where: { title_in: Array(50_000).fill('a title') } }, 413, 'QUERY_TOO_BIG'],
  ['words', { where: { title_contains: repeat(20_000, (index) => `w${index}`) } }, 200, 'at most 100 words'],
  ['wrong values', { where: { title_in: Array(50_000).fill(1) } }, 400, 'got invalid value'],
  ['values of a list', { where: { title_in: repeat(20_000, (index) => `w${index}`).split(' ') } }, 200, '"total":0'],
])('variables with many %s are answered at once', async (_, variables, status, text) => {
  const response = await query('query ($where: NodeFilter) { nodeCollection(where: $where) { total } }', variables)
  expect(response).toMatchObject({ status, text: expect.stringContaining(text) })
})

test('a response has at most 200 errors, and null for every other one', async () => {
  const links = Array.from({ length: 1_000 }, (_, index) => createLink('Entry', `missing-${index}`))
  const data = { nodeType: 'embedded-entry-block', content: [] }
  const content = links.map((target) => ({ ...data, data: { target } }))
  expect(await save('broken', { text: { nodeType: 'document', data: {}, content } })).toMatchObject({ status: 201 })
  const response = await send('/content/v1/spaces/local', {
    method: 'POST',
    token: LOCAL_TOKENS.preview,
    body: { query: '{ node(id: "broken", preview: true) { text { links { entries { block { sys { id } } } } } } }' },
  })
  const { errors, data: result } = JSON.parse(response.text)
  expect(errors).toHaveLength(200)
  expect(result.node.text.links.entries.block).toEqual(Array(1_000).fill(null))
})

test.each([
  ['slow', 'regexp', SLOW_TEXT],
  ['slowAhead', 'regexp', SLOW_TEXT],
  ['prohibited', 'prohibitRegexp', SLOW_TEXT],
  ['slowList', 'regexp', Array(1_000).fill(SLOW_TEXT)],
])('a pattern that takes too long is a violation: %s', async (field, name, value) => {
  const { status, text } = await publish(`pattern-${field}`, { [field]: value })
  expect(status).toBe(422)
  expect(JSON.parse(text).details.errors).toEqual([
    {
      name,
      path: ['fields', field, 'en-US', ...(Array.isArray(value) ? [0] : [])],
      value: SLOW_TEXT,
      details: expect.stringMatching(/^The pattern \/.*\/ takes too long for this value$/),
    },
  ])
})

test('other patterns and values of the same fields are checked as before', async () => {
  const good = await publish('good', { slow: 'aaa', slowAhead: 'a', slowList: Array(1_000).fill('a') })
  expect(good.status).toBe(200)
  const bad = await publish('bad', { slow: 'b', prohibited: 'a' })
  expect(JSON.parse(bad.text).details.errors).toMatchObject([
    { name: 'regexp', details: 'Does not match /^(a+)+$/' },
    { name: 'prohibitRegexp', details: 'Matches /^(a+)+$/' },
  ])
})

test('a webhook filter that takes too long does not match', async () => {
  const webhook = {
    name: 'Slow',
    url: 'http://127.0.0.1:9/',
    topics: ['*.*'],
    filters: [{ regexp: [{ doc: 'sys.id' }, { pattern }] }],
  }
  const path = '/spaces/local/webhook_definitions/slow'
  expect(await send(path, { method: 'PUT', body: webhook })).toMatchObject({ status: 201 })
  expect(await save(`${'a'.repeat(40)}-`, {})).toMatchObject({ status: 201 })
  await send(path, { method: 'DELETE' })
})

const texts = (count: number, marks: readonly object[]) => ({
  nodeType: 'document',
  data: {},
  content: [
    { nodeType: 'paragraph', data: {}, content: Array(count).fill({ nodeType: 'text', value: 'x', marks, data: {} }) },
  ],
})

test('validation errors are limited, each of which can contain the whole value', async () => {
  const response = await publish('marks', { text: texts(8_000, [{ type: 'bold' }]) })
  expect(response.status).toBe(422)
  expect(JSON.parse(response.text).details.errors).toMatchObject([{ name: 'enabledMarks' }])
  const unknown = await save(
    'unknown',
    Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, {}])),
  )
  expect(unknown.status).toBe(422)
  expect(unknown.text.length).toBeLessThan(600_000)
})

test('an entry with thousands of links is saved and found by them', async () => {
  const links = Array.from({ length: 10_000 }, (_, index) => createLink('Entry', `linked-${index}`))
  expect(await save('many-links', { data: { links, other: { linkType: 'Entry' } } })).toMatchObject({ status: 201 })
  const found = await client.entry.getMany({ query: { links_to_entry: 'linked-9999' } })
  expect(found.items.map(({ sys }) => sys.id)).toEqual(['many-links'])
})

const big = Array(200_000).fill(1)

test.each([
  [
    'copies of a large value',
    Array(1_000).fill({ op: 'copy', from: '/fields/data/en-US/big', path: '/fields/data/en-US/b' }),
    413,
  ],
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
  const response = await sendBesideOthers(`${ENVIRONMENT}/entries/${id}`, { method: 'PATCH', headers, body })
  expect(response.status).toBe(status)
})

test.each([
  ['order', `order=${Array(1_000).fill('fields.title').join(',')}`, 200, '"items"'],
  ['select', `select=${Array(1_000).fill('fields.title').join(',')}`, 200, '"items"'],
  ['words', `query=${repeat(101, (index) => `w${index}`)}`, 400, 'at most 100 words, not 101'],
  ['references', `${'fields.next.'.repeat(6)}sys.contentType.sys.id=node`, 400, 'more than 5 references'],
])('a list with many %s', async (name, parameters, status, text) => {
  const references = Array.from(
    { length: 5 },
    (_, index) => `${'fields.next.'.repeat(index + 1)}sys.contentType.sys.id=node`,
  )
  const search = [...(name === 'references' ? references : []), parameters].join('&')
  const options = { token: LOCAL_TOKENS.delivery }
  const response = await sendBesideOthers(`/cdn/spaces/local/entries?content_type=node&${search}`, options)
  expect(response).toMatchObject({ status, text: expect.stringContaining(text) })
})

test('a field has at most 50 validations', async () => {
  const putType = (count: number) => {
    const field = { id: 'a', name: 'A', type: 'Symbol', validations: Array(count).fill({ size: { max: 5 } }) }
    const body = { name: 'V', fields: [field] }
    return send(`${ENVIRONMENT}/content_types/validations-${count}`, { method: 'PUT', body })
  }
  expect(await putType(51)).toMatchObject({ status: 422 })
  expect(await putType(50)).toMatchObject({ status: 201 })
})
