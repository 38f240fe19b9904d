import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FastifyRequest, fastify, type InjectOptions, type LightMyRequestResponse } from 'fastify'
import { createApp } from '#server/app.ts'
import { DRAFT_QUERIES_FILE, type DraftQueries } from '#server/preview/draft-pages.ts'
import type { PreviewOptions } from '#server/preview/preview-routes.ts'
import type { SecurityHeadersFile } from '#server/rendering/build-files.ts'
import { createTestLog } from '#tests/setup/backend.ts'
import { HTML_REQUEST_HEADERS, writeTestFiles } from './site.ts'

export const PREVIEW_SECRET = 'a-secret-of-editors'
export const PREVIEW_TOKEN = 'token-that-stays-here'
export const EDITOR_ORIGINS = ['https://app.contentful.com', 'http://127.0.0.1:4000']

export const DRAFT_POLICY = "default-src 'none'; script-src 'self'; style-src 'self'"

const FILES = {
  'index.html': '<h1>Home</h1>',
  'gallery/index.html': '<h1>Gallery</h1>',
  'photo-desk/index.html': '<h1>Photo desk</h1>',
  'assets/main-Ab12.js': 'start()',
  'media/photo.jpg': 'pixels',
  '404.html': '<h1>Not here</h1>',
  '.headers.json': JSON.stringify({
    all: { 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' },
    pages: { 'gallery/index.html': { 'content-security-policy': "default-src 'self'" } },
    drafts: { 'content-security-policy': DRAFT_POLICY, 'content-security-policy-report-only': 'trusted-types' },
  } satisfies SecurityHeadersFile),
  [DRAFT_QUERIES_FILE]: JSON.stringify({
    home: 'query Home{home(preview:true){title}}',
    gallery: 'query Gallery($skip:Int=0){gallery(skip:$skip preview:true){title}}',
  } satisfies DraftQueries),
  '.preview.html': '<!doctype html><html lang="en" data-preview=""><div id="root"></div></html>',
}

/** Creates the web server of a built site with two pages: one server with the preview and one without. */
export async function createPreviewServer(options: Partial<PreviewOptions> = {}) {
  const root = await mkdtemp(join(tmpdir(), 'preview-'))
  await writeTestFiles(root, FILES)
  const preview: PreviewOptions = {
    secret: PREVIEW_SECRET,
    graphql: { url: 'http://127.0.0.1:9', token: PREVIEW_TOKEN },
    siteUrl: '',
    editorOrigins: EDITOR_ORIGINS,
    findPagePath: async (entryId) => (entryId === 'hero-gallery' ? '/gallery' : undefined),
    readState: async () => ({ unpublished: [], refused: [], rebuildProblem: null }),
    renderReport: async () => '<!doctype html><title>Report</title>',
    ...options,
  }
  const { logStream, readEntries } = createTestLog()
  const server = createApp({ site: root, preview, logStream, trustedProxies: ['127.0.0.1'] })
  const inject = (request: InjectOptions): Promise<LightMyRequestResponse> => server.inject(request)
  const enter = (path = '/', secret = preview.secret) =>
    inject({ url: `/preview?${new URLSearchParams({ secret, path })}`, headers: HTML_REQUEST_HEADERS })
  return {
    root,
    preview,
    inject,
    /** Returns the log lines. */
    log: readEntries,
    enter,
    /** Enters the preview and returns the session cookie. */
    cookie: async () => getCookiePair(await enter()),
    withoutPreview: createApp({ site: root }),
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(root, { recursive: true })
    },
  }
}

export type PreviewServer = Awaited<ReturnType<typeof createPreviewServer>>

/** Returns `name=value` of the cookie that a response sets. */
export function getCookiePair({ headers }: LightMyRequestResponse): string {
  const [pair = ''] = String(headers['set-cookie']).split(';')
  return pair
}

/** Starts a fake of Contentful's GraphQL API. It records requests and responds with the result of `react`, or does not respond. */
export async function startGraphqlUpstream(
  react: (
    request: FastifyRequest,
  ) => { readonly status: number; readonly body: string; readonly location?: string } | 'no response',
) {
  const requests: FastifyRequest[] = []
  const upstream = fastify({ forceCloseConnections: true })
  upstream.post('/content', async (request, reply) => {
    requests.push(request)
    const reaction = react(request)
    if (reaction === 'no response') return new Promise(() => {})
    if (reaction.location) reply.header('location', reaction.location)
    return reply.code(reaction.status).send(reaction.body)
  })
  const url = await upstream.listen({ port: 0, host: '127.0.0.1' })
  return {
    graphql: { url: `${url}/content`, token: PREVIEW_TOKEN },
    requests,
    [Symbol.asyncDispose]: () => upstream.close(),
  }
}
