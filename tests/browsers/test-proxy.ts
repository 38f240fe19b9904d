import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import httpProxy from '@fastify/http-proxy'
import { fastify } from 'fastify'
import * as z from 'zod'
import { LOCAL_HOST } from '#scripts/dev/ports.ts'
import { createCspHashSource } from '#server/site/security-headers.ts'

export interface TestProxyOptions {
  /** Address of the site. */
  readonly upstream: string
  readonly port: number
  /** `blocked`: a Content-Security-Policy forbids all scripts of the page. `observed`: a script in the page records its errors. */
  readonly scripts: 'blocked' | 'observed'
}

export interface TestProxy {
  readonly url: string
  readonly close: () => Promise<void>
}

/**
 * Serves the site with one change to its pages. WebDriver can switch off JavaScript in no engine without losing its own
 * scripts, and WebKit's driver reports no errors of a page.
 */
export async function startTestProxy({ upstream, port, scripts }: TestProxyOptions): Promise<TestProxy> {
  const server = fastify({ forceCloseConnections: true })
  server.register(httpProxy, {
    upstream,
    replyOptions: {
      rewriteRequestHeaders: (_, { 'accept-encoding': __, ...headers }) => headers,
      ...(scripts === 'blocked' && {
        rewriteHeaders: (headers) => ({ ...headers, 'content-security-policy': "script-src 'none'" }),
      }),
    },
  })
  if (scripts === 'observed')
    server.addHook('onSend', async (_, reply, payload) => {
      if (!(payload instanceof Readable) || !String(reply.getHeader('content-type')).startsWith('text/html'))
        return payload
      reply.removeHeader('content-length')
      const policy = String(reply.getHeader('content-security-policy'))
      reply.header('content-security-policy', policy.replace('script-src', `$& ${createCspHashSource(RECORDER)}`))
      return (await text(payload)).replace('<head>', () => `<head><script>${RECORDER}</script>`)
    })
  const url = await server.listen({ port, host: LOCAL_HOST })
  return { url, close: () => server.close() }
}

const STORAGE_KEY = 'test-problems'

/** Runs in the page. Session storage keeps the list from one page to the next. */
function recordProblems(): void {
  const record = (problem: string) => {
    const problems: string[] = JSON.parse(sessionStorage.getItem('test-problems') ?? '[]')
    sessionStorage.setItem('test-problems', JSON.stringify([...problems, problem]))
  }
  addEventListener(
    'error',
    (event: Event) => {
      if (event instanceof ErrorEvent) return record(`page: ${event.message}`)
      const { target } = event
      // The site logs a video that does not play itself.
      if (target instanceof HTMLElement && !(target instanceof HTMLVideoElement))
        record(`element: ${target.outerHTML.slice(0, 200)}`)
    },
    true,
  )
  addEventListener('securitypolicyviolation', ({ disposition, effectiveDirective, blockedURI }) => {
    if (disposition === 'enforce') record(`policy: ${effectiveDirective} ${blockedURI}`)
  })
  addEventListener('unhandledrejection', ({ reason }) => record(`rejection: ${reason}`))
  const { error } = console
  console.error = (...values: unknown[]) => {
    record(`console: ${values.map(String).join(' ')}`)
    error(...values)
  }
}

const RECORDER = `(${recordProblems})()`

/** The problems that the script of an observed page has recorded. */
export async function readReportedProblems(
  evaluate: (expression: string) => Promise<string>,
): Promise<readonly string[]> {
  const json = await evaluate(`sessionStorage.getItem('${STORAGE_KEY}') ?? '[]'`)
  return z.array(z.string()).parse(JSON.parse(json))
}
