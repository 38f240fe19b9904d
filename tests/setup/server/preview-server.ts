import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type LightMyRequestResponse as Answer, type FastifyRequest, fastify, type InjectOptions } from 'fastify'
import type { PreviewOptions } from '#server/preview/preview-options.ts'
import type { SecurityHeadersFile } from '#server/web/security-headers.ts'
import { createWebServer } from '#server/web/web-server.ts'

export const PREVIEW_SECRET = 'a-secret-of-editors'
export const PREVIEW_TOKEN = 'token-that-stays-here'
export const EDITOR_ORIGINS = ['https://app.contentful.com', 'http://127.0.0.1:4000']
export const HTML_REQUEST_HEADERS = { accept: 'text/html,application/xhtml+xml' }

export const DRAFT_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'"

const FILES = {
  'index.html': '<h1>Home</h1>',
  'gallery/index.html': '<h1>Gallery</h1>',
  'assets/main-Ab12.js': 'start()',
  'media/photo.jpg': 'pixels',
  '404.html': '<h1>Not here</h1>',
  '.headers.json': JSON.stringify({
    all: { 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' },
    pages: { 'gallery/index.html': { 'content-security-policy': "default-src 'self'" } },
    drafts: { 'content-security-policy': DRAFT_POLICY, 'content-security-policy-report-only': 'trusted-types' },
  } satisfies SecurityHeadersFile),
  '.preview.html': '<!doctype html><html lang="en" data-preview=""><div id="root"></div></html>',
}

/** A built site of two pages that shows drafts, and one that does not. */
export async function createPreviewServer(options: Partial<PreviewOptions> = {}) {
  const root = await mkdtemp(join(tmpdir(), 'preview-'))
  for (const [name, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), content)
  }
  const preview: PreviewOptions = {
    secret: PREVIEW_SECRET,
    graphql: { url: 'http://127.0.0.1:9', token: PREVIEW_TOKEN },
    editorOrigins: EDITOR_ORIGINS,
    findPagePath: async (entryId) => (entryId === 'hero-gallery' ? '/gallery' : undefined),
    readState: async () => ({ unpublished: [], refused: [], rebuildProblem: null }),
    renderReport: async () => '<!doctype html><title>Report</title>',
    ...options,
  }
  const lines: string[] = []
  const server = createWebServer({ root, preview, logStream: { write: (line) => lines.push(line) } })
  const ask = (request: InjectOptions): Promise<Answer> => server.inject(request)
  const enter = (path = '/', secret = preview.secret) =>
    ask({ url: `/preview?${new URLSearchParams({ secret, path })}`, headers: HTML_REQUEST_HEADERS })
  return {
    root,
    preview,
    ask,
    /** What it has logged. */
    log: () => lines.map((line) => JSON.parse(line)),
    enter,
    /** What the browser of an editor who came in sends with each request. */
    cookie: async () => getCookiePair(await enter()),
    withoutPreview: createWebServer({ root }),
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(root, { recursive: true })
    },
  }
}

export type PreviewServer = Awaited<ReturnType<typeof createPreviewServer>>

/** `name=value` of the one cookie that an answer sets. */
export function getCookiePair({ headers }: Answer): string {
  const [pair = ''] = String(headers['set-cookie']).split(';')
  return pair
}

/** Plays Contentful's GraphQL API: keeps what it was asked, and answers as it is told. */
export async function startGraphqlUpstream(
  react: (request: FastifyRequest) => { readonly status: number; readonly body: string } | 'silence',
) {
  const asked: FastifyRequest[] = []
  const upstream = fastify({ forceCloseConnections: true })
  upstream.post('/content', async (request, reply) => {
    asked.push(request)
    const answer = react(request)
    if (answer === 'silence') return new Promise(() => {})
    return reply.code(answer.status).send(answer.body)
  })
  const url = await upstream.listen({ port: 0, host: '127.0.0.1' })
  return {
    graphql: { url: `${url}/content`, token: PREVIEW_TOKEN },
    asked,
    [Symbol.asyncDispose]: () => upstream.close(),
  }
}
