import { STATIC_HOST_PAGE_POLICY } from '#server/http/security-policies.ts'
import { escapeHtml } from '#server/rendering/escape-html.ts'

/** Returns an HTML page that redirects, for hosts that only serve files. They send it without the headers of a page. */
export function renderRedirectPage(to: string, title: string, head = ''): string {
  const [address, text] = [escapeHtml(to), escapeHtml(title)]
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${STATIC_HOST_PAGE_POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    head,
    `<meta http-equiv="refresh" content="0; url=${address}">`,
    `<title>${text}</title><a href="${address}">${text}</a></html>\n`,
  ].join('')
}
