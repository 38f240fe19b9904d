import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import sharp from 'sharp'
import { fillSpace, getPostCount, PHOTO_COUNT } from './contentful-local-content.ts'
import { median } from './median.ts'

const COMMAND = 'packages/contentful-local/bin.mjs'

const WARM_UP_RUNS = 3
const MAX_RUNS = 40
/** Slow operations run less often: no run starts after this time. */
const MAX_MEASURED_MS = 15_000

const GALLERY_QUERY = `{ gallery(id: "gallery") { title photosCollection(limit: ${PHOTO_COUNT}) { items { title picture { url } } } } }`
const POST_QUERY =
  'query($slug: String) { postCollection(where: { slug: $slug }, limit: 1) { items { title text author { name } cover { url } } } }'
const AUTHOR_QUERY =
  'query($id: String!) { author(id: $id) { linkedFrom { postCollection(limit: 100) { total items { slug } } } } }'

const POSTS_BY_DATE = 'entries?content_type=post&order=-fields.date&limit=20'
const POSTS_BY_DATE_QUERY = '{ postCollection(order: date_DESC, limit: 20) { items { title slug date } } }'

/** An operation of a client. `prepare` runs before each run and is not measured. */
interface Operation {
  readonly name: string
  readonly prepare?: (run: number) => Promise<unknown>
  readonly run: (run: number) => Promise<unknown>
}

/**
 * Measures a local Contentful with `count` entries and one client, in the order of the result: medians in ms, then
 * the memory of its process and the size of the filled state folder in MB. Reads /proc, so it requires Linux.
 */
export async function measureContentfulLocal(count: number): Promise<Readonly<Record<string, number>>> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  try {
    const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    const content = await picture.jpeg().toBuffer()
    const empty = await startServer(folder)
    const fillStarted = performance.now()
    await fillSpace(createClient(empty.url).sendManagement, content, count)
    const fillMs = performance.now() - fillStarted
    await empty.stop()
    const folderSize = await readFolderSize(join(folder, 'state'))
    const server = await startServer(folder)
    const memoryAfterStart = await readMemory(server.process, 'VmRSS')
    const times: [name: string, milliseconds: number][] = []
    try {
      for (const operation of createOperations(server.url, count))
        times.push([operation.name, await measureOperation(operation)])
      return {
        'create and publish an entry': fillMs / count,
        start: server.startMs,
        ...Object.fromEntries(times),
        'MB after start': memoryAfterStart,
        'MB at the end': await readMemory(server.process, 'VmRSS'),
        'MB, peak': await readMemory(server.process, 'VmHWM'),
        'MB, state folder': folderSize,
      }
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Starts the command. Resolves when it has printed its URL. */
async function startServer(folder: string) {
  const started = performance.now()
  const child = spawn(process.execPath, [COMMAND, '--port', '0', '--folder', join(folder, 'state')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += chunk
    if (output.includes('/app')) break
  }
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
  if (!url) throw new Error(`The local Contentful did not start: ${output}`)
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
  }
  return { url, process: child, startMs: performance.now() - started, stop }
}

/** Returns a value of /proc/<pid>/status in MB. */
async function readMemory({ pid }: ChildProcess, name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1_024
}

/** The size of the files in a folder in MB. */
async function readFolderSize(folder: string): Promise<number> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile())
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size))
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000_000
}

async function measureOperation({ prepare, run: execute }: Operation): Promise<number> {
  const times: number[] = []
  const started = performance.now()
  for (let run = 0; run < WARM_UP_RUNS + MAX_RUNS; run += 1) {
    await prepare?.(run)
    const runStarted = performance.now()
    await execute(run)
    if (run >= WARM_UP_RUNS) times.push(performance.now() - runStarted)
    if (times.length > 0 && performance.now() - started > MAX_MEASURED_MS) break
  }
  return median(times)
}

function createOperations(url: string, count: number): readonly Operation[] {
  const { read, readDelivery, query, readManagement, updatePost, publishPost } = createClient(url)
  /** A different post for each run, the same at all sizes, so that the lists of the latest posts have the same links. */
  const getPostId = (run: number) => `post-${(run * 37) % 500}`
  const listPosts = () => readDelivery('entries?content_type=post&limit=100&include=10')
  const editPost = async (run: number) => publishPost(getPostId(run), await updatePost(getPostId(run)))
  let version = 0
  return [
    { name: 'delivery, 100 posts', run: listPosts },
    {
      name: 'delivery, post by slug',
      run: (run) => readDelivery(`entries?content_type=post&fields.slug=${getPostId(run)}&include=10`),
    },
    { name: 'delivery, gallery', run: () => readDelivery('entries?content_type=gallery&include=10') },
    { name: 'delivery, post by id', run: (run) => readDelivery(`entries/${getPostId(run)}`) },
    { name: 'delivery, 20 posts by date', run: () => readDelivery(POSTS_BY_DATE) },
    {
      name: 'delivery, 20 posts by date, middle',
      run: () => readDelivery(`${POSTS_BY_DATE}&skip=${Math.floor(getPostCount(count) / 2)}`),
    },
    { name: 'delivery, search, few hits', run: () => readDelivery('entries?query=photo%2077') },
    { name: 'delivery, search, all posts', run: () => readDelivery('entries?query=harbour&limit=20') },
    { name: 'GraphQL, gallery', run: () => query(GALLERY_QUERY) },
    { name: 'GraphQL, post by slug', run: (run) => query(POST_QUERY, { slug: getPostId(run) }) },
    { name: 'GraphQL, posts of an author', run: (run) => query(AUTHOR_QUERY, { id: `author-${run % 20}` }) },
    { name: 'GraphQL, 20 posts by date', run: () => query(POSTS_BY_DATE_QUERY) },
    { name: 'management, 100 posts', run: () => readManagement('entries?content_type=post&limit=100') },
    { name: 'management, search', run: () => readManagement('entries?query=subject-7&limit=100') },
    { name: 'get, update and publish', run: editPost },
    {
      name: 'publish',
      prepare: async (run) => {
        version = await updatePost(getPostId(run))
      },
      run: (run) => publishPost(getPostId(run), version),
    },
    { name: 'after a publish: delivery, 100 posts', prepare: editPost, run: listPosts },
    { name: 'after a publish: GraphQL, gallery', prepare: editPost, run: () => query(GALLERY_QUERY) },
    {
      name: 'after a publish: preview, 100 posts',
      prepare: editPost,
      run: () =>
        read('/preview/spaces/local/environments/master/entries?content_type=post&limit=100&include=10', {
          token: LOCAL_TOKENS.preview,
        }),
    },
  ]
}

interface ClientRequest {
  readonly token: string
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly headers?: Record<string, string>
  readonly body?: object
}

/** A client without an SDK, whose own time would be measured too. */
function createClient(url: string) {
  const read = async (path: string, { token, method = 'GET', headers, body }: ClientRequest) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok || text.includes('"errors":')) throw new Error(`${path}: ${response.status} ${text}`)
    return text
  }
  const management = '/spaces/local/environments/master/'
  const token = LOCAL_TOKENS.management
  return {
    read,
    readDelivery: (path: string) =>
      read(`/cdn/spaces/local/environments/master/${path}`, { token: LOCAL_TOKENS.delivery }),
    readManagement: (path: string) => read(management + path, { token }),
    /** Sends a request and returns the parsed response; `undefined` if it has no body. */
    sendManagement: async (path: string, request: Omit<ClientRequest, 'token'>): Promise<unknown> => {
      const text = await read(management + path, { token, ...request })
      return text === '' ? undefined : JSON.parse(text)
    },
    query: (query: string, variables = {}) =>
      read('/content/v1/spaces/local/environments/master', {
        token: LOCAL_TOKENS.delivery,
        method: 'POST',
        body: { query, variables },
      }),
    /** Changes the title of a post. Returns its new version. */
    updatePost: async (id: string): Promise<number> => {
      const { sys, fields } = JSON.parse(await read(`${management}entries/${id}`, { token }))
      const title = { 'en-US': `${fields.title['en-US'].slice(0, 40)}, version ${sys.version}` }
      const body = { fields: { ...fields, title } }
      const headers = { 'x-contentful-version': String(sys.version) }
      const saved = await read(`${management}entries/${id}`, { token, method: 'PUT', body, headers })
      return JSON.parse(saved).sys.version
    },
    publishPost: (id: string, version: number) =>
      read(`${management}entries/${id}/published`, {
        token,
        method: 'PUT',
        headers: { 'x-contentful-version': String(version) },
      }),
  }
}
