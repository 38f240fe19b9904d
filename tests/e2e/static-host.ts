import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { MEDIA_TYPES } from '#shared/media-types.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
}

/** Returns a listener that serves a folder as static hosts do: its files, with what `_headers` and `_redirects` say. */
export async function createStaticHost(folder: string) {
  const rules = parseHeaders(await readFile(join(folder, '_headers'), 'utf8'))
  const redirects = (await readFile(join(folder, '_redirects'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.split(' '))

  return async ({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = ''] = url.split('?')
    const [, location, status] = redirects.find(([from]) => from === path) ?? []
    if (location) return void response.writeHead(Number(status), { location }).end()
    for (const { matches, headers } of rules)
      if (matches.test(path)) for (const [name, value] of headers) response.appendHeader(name, value)
    const file = path.endsWith('/') || !extname(path) ? join(path, 'index.html') : path
    const content = await readFile(join(folder, file)).catch(() => undefined)
    const type = content ? extname(file) : '.html'
    response.setHeader('content-type', MEDIA_TYPES[type]?.contentType ?? CONTENT_TYPES[type] ?? 'text/plain')
    response.writeHead(content ? 200 : 404).end(content ?? (await readFile(join(folder, '404.html'))))
  }
}

/** Parses the `_headers` format of Netlify and Cloudflare Pages. */
const parseHeaders = (text: string) =>
  text
    .trimEnd()
    .split(/\n(?=\/)/)
    .map((rule) => {
      const [address = '', ...lines] = rule.split('\n  ')
      const pattern = address.replaceAll('.', '\\.').replaceAll('*', '.*')
      return {
        matches: new RegExp(`^${pattern}$`),
        headers: lines.map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)] as const),
      }
    })
