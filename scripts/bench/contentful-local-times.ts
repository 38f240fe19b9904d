import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import { fillSpace, getPostCount, PHOTO_COUNT } from './contentful-local-content.ts'
import { median } from './median.ts'

const COMMAND = 'packages/contentful-local/bin.mjs'
const ENVIRONMENT = 'spaces/local/environments/master'

const WARM_UP_RUNS = 3
const MAX_RUNS = 40
/** Slow operations run less often: no run starts after this time. */
const MAX_MEASURED_MS = 15_000

const GALLERY_QUERY = `{ gallery(id: "gallery-page") { title photosCollection(limit: ${PHOTO_COUNT}) { items { title picture { url } } } } }`
const POST_QUERY =
  'query($slug: String) { postCollection(where: { slug: $slug }, limit: 1) { items { title text author { name } cover { url } } } }'
const AUTHOR_QUERY =
  'query($id: String!) { author(id: $id) { linkedFrom { postCollection(limit: 100) { total items { slug } } } } }'

/**
 * Measures a local Contentful with `count` entries and one client, in the order of the result: medians in ms, then the
 * memory of its process in MB. Reads /proc, so it requires Linux.
 */
export async function measureContentfulLocal(count: number): Promise<Readonly<Record<string, number>>> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'bench-'))
  const state = join(folder.path, 'state')
  const times: Record<string, number> = {}
  {
    await using server = await startServer(state)
    const { put, upload } = createClient(server.url)
    const started = performance.now()
    await fillSpace(put, await upload(), count)
    times['create and publish an entry'] = (performance.now() - started) / count
  }
  await using server = await startServer(state)
  times.start = server.startMs
  const memoryAfterStart = await readMemory(server.pid, 'VmRSS')
  for (const [name, operation] of Object.entries(createOperations(server.url, count)))
    times[name] = await measureOperation(operation)
  return {
    ...times,
    'MB after start': memoryAfterStart,
    'MB at the end': await readMemory(server.pid, 'VmRSS'),
    'MB, peak': await readMemory(server.pid, 'VmHWM'),
  }
}

/** Starts the command. Resolves when it has printed its URL. */
async function startServer(state: string) {
  const started = performance.now()
  const child = spawn(process.execPath, [COMMAND, '--port', '0', '--folder', state], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += chunk
    if (output.includes('/app')) break
  }
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
  if (!url) throw new Error(`The local Contentful did not start: ${output}`)
  return {
    url,
    pid: child.pid,
    startMs: performance.now() - started,
    async [Symbol.asyncDispose]() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

/** Returns a value of /proc/<pid>/status in MB. */
async function readMemory(pid: number | undefined, name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024
}

/** Measures an operation, or the second of two. */
async function measureOperation(steps: readonly Operation[]): Promise<number> {
  const times: number[] = []
  const started = performance.now()
  for (let run = 0; run < WARM_UP_RUNS + MAX_RUNS; run += 1) {
    let stepStarted = 0
    for (const step of steps) {
      stepStarted = performance.now()
      await step(run)
    }
    if (run >= WARM_UP_RUNS) times.push(performance.now() - stepStarted)
    if (times.length > 0 && performance.now() - started > MAX_MEASURED_MS) break
  }
  return median(times)
}

type Operation = (run: number) => Promise<unknown>

function createOperations(url: string, count: number): Readonly<Record<string, readonly Operation[]>> {
  const { readDelivery, query, readManagement, editPost } = createClient(url)
  /** A different post for each run, the same at all sizes, so that the lists of the latest posts have the same links. */
  const getPostId = (run: number) => `post-${(run * 37) % 500}`
  const middle = Math.floor(getPostCount(count) / 2)
  const listPosts = () => readDelivery('entries?content_type=post&limit=100&include=10')
  const showGallery = () => query(GALLERY_QUERY)
  const edit = (run: number) => editPost(getPostId(run))
  return {
    'delivery, 100 posts': [listPosts],
    'delivery, post by slug': [(run) => readDelivery(`entries?content_type=post&fields.slug=${getPostId(run)}`)],
    'delivery, gallery': [() => readDelivery('entries?content_type=gallery&include=10')],
    'delivery, 20 posts by date, middle': [
      () => readDelivery(`entries?content_type=post&order=-fields.date&limit=20&skip=${middle}`),
    ],
    'delivery, search': [() => readDelivery('entries?query=harbour&limit=20')],
    'GraphQL, gallery': [showGallery],
    'GraphQL, post by slug': [(run) => query(POST_QUERY, { slug: getPostId(run) })],
    'GraphQL, posts of an author': [(run) => query(AUTHOR_QUERY, { id: `author-${run % 20}` })],
    'management, search': [() => readManagement('entries?query=subject-7&limit=100')],
    'get, update and publish': [edit],
    'after a publish: delivery, 100 posts': [edit, listPosts],
    'after a publish: GraphQL, gallery': [edit, showGallery],
  }
}

/** A client without an SDK, whose own time would be measured too. */
function createClient(url: string) {
  const send = async (path: string, token: string, { headers, ...init }: RequestInit = {}) => {
    const authorization = `Bearer ${token}`
    const response = await fetch(url + path, { ...init, headers: { authorization, ...JSON_BODY, ...headers } })
    const text = await response.text()
    if (!response.ok || text.includes('"errors":')) throw new Error(`${path}: ${response.status} ${text}`)
    return text
  }
  const manage = (path: string, init?: RequestInit) => send(`/${ENVIRONMENT}/${path}`, LOCAL_TOKENS.management, init)
  const put = (path: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
    manage(path, { method: 'PUT', headers, ...(body && { body: JSON.stringify(body) }) })
  return {
    put,
    /** Uploads a file. Returns its id. */
    upload: async (): Promise<string> => {
      const headers = { 'content-type': 'application/octet-stream' }
      return JSON.parse(await manage('uploads', { method: 'POST', headers, body: 'A note' })).sys.id
    },
    readDelivery: (path: string) => send(`/cdn/${ENVIRONMENT}/${path}`, LOCAL_TOKENS.delivery),
    readManagement: (path: string) => manage(path),
    query: (query: string, variables = {}) =>
      send(`/content/v1/${ENVIRONMENT}`, LOCAL_TOKENS.delivery, {
        method: 'POST',
        body: JSON.stringify({ query, variables }),
      }),
    /** Changes the title of a post, and publishes it. */
    editPost: async (id: string): Promise<void> => {
      const { sys, fields } = JSON.parse(await manage(`entries/${id}`))
      const title = { 'en-US': `${fields.title['en-US'].slice(0, 40)}, version ${sys.version}` }
      await put(`entries/${id}`, { fields: { ...fields, title } }, { 'x-contentful-version': sys.version })
      await put(`entries/${id}/published`, undefined, { 'x-contentful-version': `${sys.version + 1}` })
    },
  }
}

const JSON_BODY = { 'content-type': 'application/json' }
